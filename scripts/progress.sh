# Sourced by ./semel: runs Maven and shows on standard error how far it is. On a terminal that is
# one line, which is updated; elsewhere it is a line for each module and each 250 downloads.

# Arguments: what is built, a file for Maven's output, the arguments for Maven.
build_with_progress() {
    built=$1
    output=$2
    shift 2
    mkdir -p "${output%/*}"
    rm -f "$output.code"
    started=$(date +%s)
    transfers=''
    { maven "$@" 2>&1 || echo $? >"$output.code"; } | tee "$output" | show_progress "$built" >&2
    if [ -f "$output.code" ]; then
        code=$(cat "$output.code")
        rm -f "$output.code"
        say "Building $built failed:"
        reason "$output" >&2
        say "All of Maven's output is in $output."
        exit "$code"
    fi
    say "Built $built in $(($(date +%s) - started)) seconds."
}

# Reads Maven's output. A shell's read takes a line as soon as it is there; awk may wait for more.
show_progress() { # what is built
    on_terminal=false
    if [ -t 1 ] && [ "${TERM-dumb}" != dumb ]; then on_terminal=true; fi
    downloads=0
    module=''
    goal=''
    progress_line "Building $1 ..."
    while IFS= read -r line; do
        case "$line" in
        *'Downloaded from '*)
            downloads=$((downloads + 1))
            $on_terminal || [ $((downloads % 250)) != 0 ] || progress_line "  ${module:-resolving}$(after_downloads)"
            ;;
        '[INFO] Building '*/*']')
            # [INFO] Building Semel Core 0.1.0-SNAPSHOT                    [3/17]
            position=${line##*\[}
            name=${line#'[INFO] Building '}
            module="module ${position%/*} of ${position#*/}"
            module="${module%]}, ${name%% [0-9]*}"
            goal=''
            $on_terminal || progress_line "  $module$(after_downloads)"
            ;;
        '[INFO] --- '*' ('*)
            # [INFO] --- maven-compiler-plugin:3.13.0:compile (default-compile) @ semel-core ---
            goal=${line%%' ('*}
            goal=": ${goal##*:}"
            ;;
        'A download was refused;'*)
            progress_line "$line"
            ! $on_terminal || echo
            continue
            ;;
        *) continue ;;
        esac
        ! $on_terminal || progress_line "Building $1: ${module:-resolving}$goal$(after_downloads)"
    done
    ! $on_terminal || printf '\r\033[K'
}

after_downloads() {
    [ "$downloads" = 0 ] || printf ' (files downloaded: %d)' "$downloads"
}

progress_line() {
    if $on_terminal; then
        printf '\r%.79s\033[K' "$1"
    else
        printf '%s\n' "$1"
    fi
}

# Prints why Maven failed: its errors without its hints, or its last lines if it reports no error.
reason() { # Maven's output
    errors=$(sed -n -e 's/ -> \[Help [0-9]*\]$//' -e 's/^\[ERROR\] *\([^ ]\)/  \1/p' "$1" |
        grep -v -e '\[Help [0-9]*\] http' -e 'Re-run Maven' -e 'full stack trace' -e 'For more information' \
            -e 'After correcting the problems' -e 'mvn <args>' | head -n 15)
    if [ -n "$errors" ]; then
        printf '%s\n' "$errors"
    else
        tail -n 15 "$1"
    fi | cut -c 1-300
}
