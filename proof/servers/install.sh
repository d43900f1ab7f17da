#!/bin/sh
# Installs what the tests need beside Java from the system's packages: database servers, Chromium,
# Node, promtool, strace and libfaketime. No system service is started, stopped or enabled. Prints a
# line for each; changes nothing and needs no rights if all of them are present.
#
#   install.sh             installs what is missing, and fails if it can't
#   install.sh --or-skip   the same; without apt-get it reports which tests are skipped instead
#   install.sh --missing   prints the names of what is missing, and installs nothing
#
# SEMEL_WITHOUT lists what to leave out, such as "mariadb chromium". It counts as missing.
set -eu

groups='postgresql mariadb mysql redis chromium node promtool strace faketime'
policy=/usr/sbin/policy-rc.d
kept=$policy.kept-by-semel
mark='# Written by Semel while it installs packages.'
log=

# Where Programs.java looks as well.
PATH=/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin:/sbin:/bin:/opt/homebrew/sbin:/opt/homebrew/bin:$PATH

has() { command -v "$1" >/dev/null 2>&1; }

has_file() { # the candidates, as a pattern expands to them
    for candidate in "$@"; do
        [ ! -e "$candidate" ] || return 0
    done
    return 1
}

has_postgresql() {
    has initdb || has_file /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/postgresql@*/bin/initdb \
        /usr/local/opt/postgresql@*/bin/initdb
}
has_mariadb() { has mariadbd && has mariadb-install-db; }
has_redis() { { has redis-server && has redis-cli; } || { has valkey-server && has valkey-cli; }; }
has_chromium() { has chromium && has chromedriver; }
has_faketime() { has_file /usr/lib/*/faketime/libfaketimeMT.so.1; }
has_strace() { has strace; }
has_promtool() { has promtool; }
# The documentation site is built with 18 or newer.
has_node() { has npm && has node && [ "$(node --version | sed 's/^v//; s/\..*//')" -ge 18 ]; }
has_library() { has_file /lib/*/"$1" /usr/lib/*/"$1" /lib64/"$1" /usr/lib64/"$1"; }
has_mysql() { ! is_foreign mysql && has_library libaio.so.1 && has_library libnuma.so.1; }

# Maven brings MySQL itself, for one system. Its libraries come from packages.
is_foreign() { [ "$1" = mysql ] && [ "$(uname -s) $(uname -m)" != 'Linux x86_64' ]; }

packages_of() {
    case $1 in
        postgresql) echo postgresql ;;
        mariadb) echo mariadb-server ;;
        redis) echo redis-server ;;
        mysql) echo libaio1 libnuma1 ;;
        chromium) echo chromium chromium-driver ;;
        node) echo nodejs npm ;;
        promtool) echo prometheus ;;
        strace) echo strace ;;
        faketime) echo libfaketime ;;
    esac
}

services_of() {
    case $1 in
        postgresql) echo postgresql.service ;;
        mariadb) echo mariadb.service ;;
        redis) echo redis-server.service ;;
        promtool) echo prometheus.service ;;
    esac
}

without_it() {
    case $1 in
        postgresql) echo 'tests that need PostgreSQL are skipped' ;;
        mariadb) echo 'tests that need MariaDB are skipped' ;;
        redis) echo 'tests that need Redis are skipped' ;;
        mysql) echo 'tests that need MySQL are skipped' ;;
        chromium) echo 'tests that need a browser are skipped' ;;
        node) echo 'the documentation site is not tested' ;;
        promtool) echo 'tests that load the alerts are skipped' ;;
        strace) echo 'the test that follows system calls is skipped' ;;
        faketime) echo 'long torture runs leave the clocks of their processes alone' ;;
    esac
}

is_left_out() {
    case " $left_out " in
        *" $1 "*) return 0 ;;
        *) return 1 ;;
    esac
}

missing_groups() {
    for group in $groups; do
        is_left_out "$group" || "has_$group" || echo "$group"
    done
}

restore_policy() {
    if [ -e "$kept" ]; then
        mv -f "$kept" "$policy"
    elif grep -qsF "$mark" "$policy"; then
        rm -f "$policy"
    fi
}

# Packages of servers start them on installation, unless this file answers 101.
forbid_starting() {
    restore_policy # an interrupted run may have left it
    if [ -e "$policy" ]; then
        cp -p "$policy" "$kept"
    fi
    printf '#!/bin/sh\n%s\nexit 101\n' "$mark" >"$policy"
    chmod 755 "$policy"
}

apt() {
    DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 \
        apt-get -qq -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1 </dev/null
}

install_packages() {
    # Package lists may be absent or out of date. Updating them takes long, so only a failure does
    # it.
    apt install --no-install-recommends "$@" || { apt update && apt install --no-install-recommends "$@"; }
}

clean_up() {
    restore_policy
    rm -f "$log"
}

install_group() {
    packages=$(packages_of "$1")
    # shellcheck disable=SC2086 # one word for each package
    if ! install_packages $packages || ! "has_$1"; then
        echo "$1: apt-get could not install $packages:" >&2
        tail -n 20 "$log" >&2
        exit 1
    fi
    for service in $(services_of "$1"); do
        systemctl disable "$service" >>"$log" 2>&1 || true
    done
    echo "$1: installed $packages"
}

# Fails unless this user can install packages.
prepare() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "Missing for the tests: $wanted" >&2
        echo "Install with: sudo $0" >&2
        echo "Or skip the tests that need them: SEMEL_WITHOUT='$left_out${missing% }' ./test" >&2
        exit 1
    fi
    # Two concurrent runs would each restore the policy that the other one wrote.
    exec 9>/run/semel-install.lock
    flock 9
    log=$(mktemp)
    trap clean_up EXIT
    trap 'exit 130' INT TERM HUP
    forbid_starting
}

left_out=$(printf '%s' "${SEMEL_WITHOUT-}" | tr '\n' ' ')
for group in $left_out; do
    case " $groups " in
        *" $group "*) ;;
        *) echo "SEMEL_WITHOUT names '$group', which is none of: $groups" >&2 && exit 2 ;;
    esac
done

missing=$(missing_groups | tr '\n' ' ')
if [ "${1-}" = --missing ]; then
    echo "$left_out $missing"
    exit
fi

wanted=$(for group in $missing; do is_foreign "$group" || packages_of "$group"; done | tr '\n' ' ')
if [ -n "$wanted" ]; then
    if has apt-get; then
        prepare
    elif [ "${1-}" != --or-skip ]; then
        echo "Missing for the tests, and there is no apt-get to install it: $wanted" >&2
        exit 1
    fi
fi

for group in $groups; do
    if is_left_out "$group"; then
        echo "$group: left out by SEMEL_WITHOUT; $(without_it "$group")"
    elif "has_$group"; then
        echo "$group: present"
    elif is_foreign "$group"; then
        echo "$group: not available for this system; $(without_it "$group")"
    elif has apt-get; then
        install_group "$group"
    else
        echo "$group: not installed, and there is no apt-get to install it; $(without_it "$group")"
    fi
done
if [ -n "$wanted" ] && ! has apt-get && has docker && docker info >/dev/null 2>&1; then
    echo 'Docker is running: ./test --docker runs all tests in a container of Debian.'
fi
