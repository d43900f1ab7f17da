#!/bin/sh
# Installs the database servers that the tests start privately, Chromium, strace and libfaketime, if any is missing. No system service is started, stopped or
# enabled. One line for each group; does nothing and needs no rights when all is there.
set -eu

policy=/usr/sbin/policy-rc.d
kept=$policy.kept-by-semel
mark='# Written by Semel while it installs packages.'
log=

has_postgresql() { ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; }
has_mariadb() { [ -x /usr/sbin/mariadbd ] && [ -x /usr/bin/mariadb-install-db ]; }
has_redis() { [ -x /usr/bin/redis-server ] && [ -x /usr/bin/redis-cli ]; }
has_chromium() { [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromedriver ]; }
has_faketime() { ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1; }
has_strace() { command -v strace >/dev/null 2>&1; }
has_library() { ls /lib/*/"$1" /usr/lib/*/"$1" >/dev/null 2>&1; }
has_mysql_libraries() { has_library libaio.so.1 && has_library libnuma.so.1; }

packages_of() {
    case $1 in
        postgresql) echo postgresql ;;
        mariadb) echo mariadb-server ;;
        redis) echo redis-server ;;
        mysql_libraries) echo libaio1 libnuma1 ;;
        chromium) echo chromium chromium-driver ;;
        strace) echo strace ;;
        faketime) echo libfaketime ;;
    esac
}

services_of() {
    case $1 in
        postgresql) echo postgresql.service ;;
        mariadb) echo mariadb.service ;;
        redis) echo redis-server.service ;;
    esac
}

missing_groups() {
    for group in postgresql mariadb redis mysql_libraries chromium strace faketime; do
        "has_$group" || echo "$group"
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
    restore_policy # what an interrupted run may have left
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
    # The lists may be absent or older than the mirror: only then is the update worth its time.
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

missing=$(missing_groups)
if [ -n "$missing" ]; then
    wanted=$(for group in $missing; do packages_of "$group"; done | tr '\n' ' ')
    if [ "$(id -u)" -ne 0 ]; then
        echo "Missing for the tests: $wanted" >&2
        echo "Install with: sudo $0" >&2
        exit 1
    fi
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Missing for the tests, and there is no apt-get to install it: $wanted" >&2
        exit 1
    fi
    # Two at once would take one another's policy for the one to restore.
    exec 9>/run/semel-install.lock
    flock 9
    log=$(mktemp)
    trap clean_up EXIT
    trap 'exit 130' INT TERM HUP
    forbid_starting
fi

for group in postgresql mariadb redis mysql_libraries chromium strace faketime; do
    if "has_$group"; then
        echo "$group: present"
    else
        install_group "$group"
    fi
done
