"""Plants a decoy for every DLL that a program of ours uses without it being a KnownDLL, starts the program, and looks which decoys ran.

Wine prefers its own DLLs, so the decoys' names are overridden to native first. Left out are two that Wine's own user32 brings in before any code of the
program runs, and Windows' does not: uxtheme (loaded by it) and version (in its import table; Wine 8). The test of the import tables covers them."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NAMES = ["authz", "d3d9", "d3d11", "dwmapi", "dwrite", "dxgi", "netapi32", "userenv", "winmm", "wtsapi32", "cryptbase", "wintrust", "bcrypt", "secur32"]
DEADLINE = 60


def with_screen(checkout, command, environment):
    return subprocess.Popen([checkout / "scripts/with_screen.sh", *command], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def decoys_run(folder):
    return sorted(path.name.removesuffix(".loaded") for path in folder.glob("*.loaded"))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--checkout", type=pathlib.Path, required=True)
    options.add_argument("--decoy", type=pathlib.Path, required=True)
    options.add_argument("--victim", type=pathlib.Path, required=True)
    options.add_argument("programs", type=pathlib.Path, nargs="+")
    options = options.parse_args()

    scratch = pathlib.Path(tempfile.mkdtemp(prefix="cudnn-setup-decoys-"))
    environment = dict(os.environ, WINEPREFIX=str(scratch / "wine"), WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=;" + ",".join(NAMES) + "=n,b")
    try:
        subprocess.run([options.checkout / "scripts/wine_prefix.sh", "--display", environment["WINEPREFIX"]], check=True)

        control = scratch / "control"
        control.mkdir()
        shutil.copy(options.decoy, control / "decoy.dll")
        shutil.copy(options.victim, control)
        subprocess.run(["wine", control / options.victim.name], env=environment, check=True, stdin=subprocess.DEVNULL)
        if decoys_run(control) != ["decoy.dll"]:
            sys.exit("the decoy leaves no trace: this test could not fail")

        failed = False
        for program in options.programs:
            folder = scratch / program.stem
            folder.mkdir()
            shutil.copy(program, folder)
            for name in NAMES:
                shutil.copy(options.decoy, folder / (name + ".dll"))
            own = folder / program.name
            # Wine's desktop of the program before has no screen, and windows would stay unseen on it.
            subprocess.run(["wineserver", "-k"], env=environment, check=False)
            if program.stem == "cudnn-setup":
                # The wizard is up once its window is there; then everything that Qt loads at start is loaded.
                script = f"""
                    wine '{own}' & wizard=$!
                    end=$((SECONDS + {DEADLINE}))
                    until xdotool search --onlyvisible --name '^cudnn-setup$' >/dev/null 2>&1; do
                        [[ $SECONDS -lt $end ]] && kill -0 $wizard 2>/dev/null || exit 3
                    done
                    while kill -0 $wizard 2>/dev/null; do   # until the window has the focus, keys go elsewhere
                        [[ $SECONDS -lt $end ]] || exit 4
                        xdotool key Escape
                    done"""
                shown = with_screen(options.checkout, ["bash", "-c", script], environment)
                why = {3: "no window appeared", 4: "Escape did not close the window"}.get(shown.wait(timeout=2 * DEADLINE))
                if why:
                    print(f"{program.name}: {why}")
                    failed = True
            else:
                subprocess.run(["wine", own, "/version"], env=environment, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            for name in decoys_run(folder):
                print(f"{program.name} loaded {name} from beside itself")
                failed = True
        sys.exit(1 if failed else 0)
    finally:
        subprocess.run(["wineserver", "-k"], env=environment, check=False)
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
