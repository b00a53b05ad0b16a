# shellcheck shell=bash
# Debian unstable in a folder, for the servers that this machine's own release does not have.

CHROOT=$STATE_DIR/chroot
CHROOT_PACKAGES=mysql-server-core,mysql-client-core,postgresql-18,postgresql-18-documentdb

# Everything that mounts does so in a mount namespace of its own: the mounts end with the process and the rest of the
# machine never sees them, so that no deletion can reach /dev or /proc through the chroot.
# Arguments: chroot, directory to show as /srv, uid:gid, command.
# shellcheck disable=SC2016 # the inner shell expands these
CHROOT_ENTER='
  mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" && mount --bind "$2" "$1/srv" || exit 125
  root=$1 user=$3
  shift 3
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/ chroot --userspec="$user" "$root" "$@"'

# chroot_command SERVER COMMAND…: puts into the array COMMAND what runs it in the chroot, with SERVER's folder as /srv.
chroot_command() {
  local server=$1
  shift
  COMMAND=(unshare --mount -- bash -c "$CHROOT_ENTER" chroot_enter "$CHROOT" "$STATE_DIR/$server"
    "$(id -u "$RUN_USER"):$(id -g "$RUN_USER")" "$@")
}

# in_chroot SERVER COMMAND…
in_chroot() {
  local COMMAND
  chroot_command "$@"
  "${COMMAND[@]}"
}

# The mirror this machine's own Debian packages come from, whichever way its sources are written.
chroot_mirror() {
  local codename mirror
  # shellcheck source=/dev/null
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016 # apt expands these
  mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' 'Component: main' |
    awk -v codename="$codename" '$1 == codename { print $2; exit }')
  [[ -n $mirror ]] ||
    fail "no Debian mirror in the apt sources (main of '$codename'); debootstrap needs one: run apt-get update and look at /etc/apt"
  printf '%s\n' "$mirror"
}

chroot_proxy() {
  local proxy=
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  [[ -z $proxy || $proxy == DIRECT ]] || export http_proxy=$proxy
}

chroot_check_allowed() {
  local message
  # shellcheck disable=SC2016 # the inner shell expands these
  message=$(unshare --mount -- bash -c 'mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" && exec chroot / true' \
    chroot_check "$1" 2>&1) ||
    fail "this machine does not allow mount and chroot ($message); a container needs the capabilities SYS_ADMIN and SYS_CHROOT"
}

chroot_build() {
  local mirror free
  local new=$CHROOT.new
  free=$(df --output=avail -BM "$STATE_DIR" | tail -n 1 | tr -dc 0-9)
  ((free >= 3000)) || fail "$STATE_DIR: $free MB are free, 3000 are needed; make room or set TLSBENCH_SERVERS_DIR"
  mirror=$(chroot_mirror)
  rm -rf --one-file-system "$new" "$CHROOT"
  mkdir -p "$new/dev" "$new/proc"
  chroot_check_allowed "$new"
  chroot_proxy
  say "installing Debian unstable with MySQL, PostgreSQL 18 and DocumentDB in $CHROOT (log: $LOG_DIR/debootstrap.log)"
  logged debootstrap "$CHECK_NETWORK" \
    unshare --mount -- nice debootstrap --variant=minbase --include="$CHROOT_PACKAGES" sid "$new" "$mirror"
  logged chroot-user "$START_ANEW" chroot "$new" sh -c "groupadd -g $(id -g "$RUN_USER") $RUN_USER &&
    useradd -M -d /nonexistent -s /usr/sbin/nologin -u $(id -u "$RUN_USER") -g $RUN_USER $RUN_USER"
  rm -f "$new"/var/cache/apt/archives/*.deb
  printf '%s\n' "$CHROOT_PACKAGES" >"$new/etc/tlsbench-packages"
  # The name without .new says that it is whole.
  mv "$new" "$CHROOT"
}

# Two servers share the chroot and are provisioned at the same time: the second waits for the first, and does not try
# again what the first could not do.
chroot_ensure() {
  (
    flock 8
    if [[ $(cat "$CHROOT/etc/tlsbench-packages" 2>/dev/null) != "$CHROOT_PACKAGES" ]]; then
      [[ $(cat "$STATE_DIR/.chroot.tried" 2>/dev/null) != "$$" ]] || exit 3
      printf '%s\n' "$$" >"$STATE_DIR/.chroot.tried"
      chroot_build
    fi
  ) 8>"$STATE_DIR/.chroot.lock"
}
