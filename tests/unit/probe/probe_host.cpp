/// @file
/// A program with the probe's role and nothing else: what main() of both products does for --probe.
#include "probe/probe_child.h"

int main(int count, char** arguments) {
    if (count != 2 || std::string_view(arguments[1]) != "--probe") return 2;
    return cudnn_setup::runProbe({});
}
