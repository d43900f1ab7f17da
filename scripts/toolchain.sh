# Sourced by ./semel and ./test: installs a JDK (17 or newer) and Maven, and for the site Node (18
# or newer), from the system's packages if they are missing.

say() { printf '%s\n' "$*" >&2; }

java_major() {
    command -v javac >/dev/null 2>&1 || { echo 0; return; }
    javac -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p' | head -n 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        say "Root is needed: run '$*' as root, then repeat the command."
        exit 2
    fi
}

# Installs packages. The arguments are their names for apt, dnf, apk, pacman and brew, in this
# order.
install_packages() {
    if command -v apt-get >/dev/null 2>&1; then
        as_root apt-get update -qq >/dev/null
        # shellcheck disable=SC2086
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1 >/dev/null
    elif command -v dnf >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        as_root dnf install -y -q $2
    elif command -v apk >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        as_root apk add --quiet $3
    elif command -v pacman >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        as_root pacman -S --noconfirm --needed $4
    elif command -v brew >/dev/null 2>&1; then
        # shellcheck disable=SC2086
        brew install -q $5
    else
        say "No supported package manager found (apt-get, dnf, apk, pacman, brew)."
        say "Install a JDK (17 or newer) and Maven (3.8 or newer), then repeat the command."
        exit 2
    fi
}

require_java_and_maven() {
    if [ "$(java_major)" -lt 17 ]; then
        say "Installing a JDK ..."
        install_packages "openjdk-17-jdk-headless" "java-17-openjdk-devel" "openjdk17-jdk" "jdk17-openjdk" "openjdk@17"
    fi
    if ! command -v mvn >/dev/null 2>&1; then
        say "Installing Maven ..."
        install_packages "maven" "maven" "maven" "maven" "maven"
    fi
    if [ "$(java_major)" -lt 17 ] || ! command -v mvn >/dev/null 2>&1; then
        say "A JDK (17 or newer) and Maven could not be installed from this system's packages; install them, then repeat the command."
        exit 2
    fi
}

node_major() {
    command -v npm >/dev/null 2>&1 || { echo 0; return; }
    node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p'
}

# The documentation site is built with Node.
require_node() {
    if [ "$(node_major)" -lt 18 ]; then
        say "Installing Node ..."
        install_packages "nodejs npm" "nodejs npm" "nodejs npm" "nodejs npm" "node"
    fi
    if [ "$(node_major)" -lt 18 ]; then
        say "Node (18 or newer) with npm could not be installed from this system's packages; install it, then repeat the command."
        exit 2
    fi
}

# Runs Maven with plain output, and without a line for each download unless $transfers is empty.
# Downloads that a repository refuses temporarily are retried; any other failure is final. The exit
# code is passed in a file, since a POSIX pipe returns only that of its last command.
maven() {
    log=$(mktemp)
    for try in 1 2 3; do
        # shellcheck disable=SC2086
        { mvn -B ${transfers--ntp} -Dstyle.color=never "$@" 2>&1 || echo $? >"$log.code"; } | tee "$log"
        [ -f "$log.code" ] || { rm -f "$log"; return 0; }
        code=$(cat "$log.code")
        rm -f "$log.code"
        if [ "$try" = 3 ] || ! grep -Eq 'Could not transfer artifact|status code: (429|50[0-9])' "$log"; then
            break
        fi
        say "A download was refused; retrying in $((try * 10)) seconds ..."
        sleep $((try * 10))
    done
    rm -f "$log"
    return "$code"
}
