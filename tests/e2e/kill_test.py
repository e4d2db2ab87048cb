"""The program is killed at random instants: the next writing command leaves exactly the old or the new state, a reading one nothing changed.

The seed is printed; CUDNN_SETUP_KILLS and CUDNN_SETUP_SEED repeat or lengthen a run.
"""
import os
import random
import time
import unittest

from install_test import ACCEPT, stub_archive
from wine_machine import WineMachine

KILLS = int(os.environ.get("CUDNN_SETUP_KILLS", "20"))


class Kill(unittest.TestCase):
    def test_leaves_the_old_or_the_new_state(self):
        seed = int(os.environ.get("CUDNN_SETUP_SEED", random.SystemRandom().randrange(1 << 32)))
        print("seed", seed, flush=True)
        chance = random.Random(seed)
        with WineMachine() as machine:
            machine.set_machine_path("REG_EXPAND_SZ", r"%SystemRoot%\system32;%SystemRoot%")
            old_archive, new_archive = stub_archive(machine, "9.1.0.70"), stub_archive(machine, "9.6.0.74", "--payload", "60000000")
            self.assertEqual(machine.ctl(*ACCEPT, "/zip", old_archive).code, 0)
            old = (machine.tree(), machine.machine_path())
            began = time.monotonic()
            self.assertEqual(machine.ctl(*ACCEPT, "/zip", new_archive).code, 0)
            duration = time.monotonic() - began
            new = (machine.tree(), machine.machine_path())

            interrupted = 0
            for number in range(KILLS):
                # From the new state back to the old one by way of nothing, then the install that is killed.
                self.assertEqual(machine.ctl("/quiet", "/uninstall").code, 0)
                self.assertEqual(machine.ctl(*ACCEPT, "/zip", old_archive).code, 0)
                self.assertEqual((machine.tree(), machine.machine_path()), old)
                delay = chance.uniform(0.05, duration * 1.05)
                process = machine.start_ctl(*ACCEPT, "/zip", new_archive)
                try:
                    process.wait(delay)
                except Exception:   # still running: that is the point
                    process.kill()
                process.wait()
                with self.subTest(kill=number, seed=seed, delay=round(delay, 3)):
                    left = (machine.tree(), machine.machine_path())
                    checked = machine.ctl("/verify")
                    self.assertEqual((machine.tree(), machine.machine_path()), left, "a reading command changed something")
                    if "journal-pending" in checked.codes():
                        interrupted += 1
                        self.assertEqual(checked.code, 1)
                    settled = machine.ctl(*ACCEPT, "/zip", old_archive)   # older than the new one, the same as the old one
                    self.assertIn(settled.code, (0, 1638), settled)
                    self.assertIn((machine.tree(), machine.machine_path()), (old, new), settled)
                    self.assertEqual(sorted(file.name for file in machine.state_folder().iterdir() if file.name != "backup"), ["LICENSE.txt", "receipt.json"])
            print("interrupted inside a transaction:", interrupted, "of", KILLS, flush=True)
            self.assertGreater(interrupted, 0)


if __name__ == "__main__":
    unittest.main()
