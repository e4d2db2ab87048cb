# Sourced by dev: Debian packages that the lanes need, and their installation when one is missing.
packages=(
    build-essential cmake ninja-build ccache git python3 dpkg-dev
    # Libraries of the native lane; their headers also serve Windows
    libzip-dev libisal-dev zlib1g-dev libssl-dev libspdlog-dev libfmt-dev nlohmann-json3-dev
    libgtest-dev libgmock-dev googletest
    # The wizard: Qt for the native lane and the host tools for the static one; translations
    qt6-base-dev qt6-base-dev-tools qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    # Windows
    g++-mingw-w64-x86-64-posix libz-mingw-w64-dev nasm wine wine64
    # Windows on a screen: the demo and the wizard's tests
    xvfb xauth openbox xdotool x11-utils imagemagick fonts-noto-cjk fonts-liberation
    # Archives: what tests and benchmarks compare with
    libarchive-tools openssl zip unzip
    # Checks and fuzzing; clang 14, Debian's default, has no std::expected
    clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev
    # MSI
    wixl msitools
)

missingPackages() {
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null | sed -n 's/^installed //p') || true
    comm -23 <(printf '%s\n' "${packages[@]}" | sort -u) <(sort -u <<<"$installed")
}

installPackages() {
    local missing asRoot=()
    mapfile -t missing < <(missingPackages)
    ((${#missing[@]})) || return 0
    if [[ $(id -u) != 0 ]]; then asRoot=(sudo); fi
    say "   installing ${#missing[@]} packages: ${missing[*]}"
    step packages "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get update && apt-get install --yes --no-install-recommends "$@"' sh "${missing[@]}"
}
