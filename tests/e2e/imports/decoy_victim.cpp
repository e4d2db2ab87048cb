// Imports the decoy at start, as a program without delayed imports would.
extern "C" __declspec(dllimport) int decoyAnswer();

int main() {
    return decoyAnswer() == 42 ? 0 : 1;
}
