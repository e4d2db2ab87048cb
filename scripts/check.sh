#!/usr/bin/env bash
# check.sh [quick] [--fix]: format, lint, codes, file health. quick looks only at what changed since the merge base with
# origin/main (or the commit before, where that is the same); --fix formats and renews docs/codes.md first.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
. "$checkout/scripts/cache.sh"
cd "$checkout"

quick=false fix=false
for argument in "$@"; do
    case $argument in
        quick) quick=true ;;
        --fix) fix=true ;;
        *) say "check: no such argument: $argument"; exit 2 ;;
    esac
done

changedFiles() {
    local base
    base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    if [[ -z $base || $base == $(git rev-parse HEAD) ]]; then
        base=$(git rev-parse --verify --quiet HEAD~1 || git hash-object -t tree /dev/null)
    fi
    { git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } | sort -u
}
if $quick; then mapfile -t files < <(changedFiles); else mapfile -t files < <(git ls-files --cached --others --exclude-standard); fi

sources=()   # C and C++
units=()     # what clang-tidy compiles: the native lane's translation units
scripts=()
present=()
for file in "${files[@]}"; do
    [[ -f $file ]] || continue
    present+=("$file")
    case $file in
        *.cpp | *.c | *.h) sources+=("$file") ;;
    esac
    case $file in
        */windows/* | *_windows.cpp | tests/doubles/* | tests/e2e/launcher/*) ;;
        *.cpp) units+=("$file") ;;
    esac
    if [[ $file == dev || $file == .ci/run || $file == *.sh ]]; then scripts+=("$file"); fi
done

failed=()
attempt() { "$@" || failed+=("$2"); }

tidy() {
    if [[ ! -f build/tidy/build.ninja ]]; then cmake --preset tidy; fi
    # Generated sources (moc, message catalogues) must exist before what includes them can be parsed.
    local generated
    mapfile -t generated < <(ninja -C build/tidy -t targets rule CUSTOM_COMMAND | grep -E '\.(h|cpp|inc)$|_autogen/timestamp$')
    if ((${#generated[@]})); then ninja -C build/tidy -j "$jobs" "${generated[@]}"; fi
    local wanted=()
    for unit in "${units[@]}"; do
        if grep -qF "\"$checkout/$unit\"" build/tidy/compile_commands.json; then wanted+=("^$checkout/$unit\$"); fi
    done
    ((${#wanted[@]})) || return 0
    run-clang-tidy-19 -quiet -p build/tidy -j "$jobs" "${wanted[@]}"
}
scriptSyntax() { for script in "${scripts[@]}"; do bash -n "$script"; done; }

if ((${#sources[@]})); then
    if $fix; then clang-format-19 -i "${sources[@]}"; fi
    attempt step format clang-format-19 --dry-run --Werror "${sources[@]}"
fi
if $fix; then python3 scripts/check_codes.py --write >/dev/null || true; fi
attempt step codes python3 scripts/check_codes.py
if ((${#present[@]})); then attempt step files python3 scripts/check_files.py "${present[@]}"; fi
attempt step scripts scriptSyntax
if ((${#units[@]})); then attempt step tidy tidy; fi

if ((${#failed[@]})); then
    say "check: FAILED: ${failed[*]}"
    if [[ " ${failed[*]} " == *" format "* ]]; then say "check: ./dev check --fix formats"; fi
    exit 1
fi
say "check: passed (${#present[@]} files)"
