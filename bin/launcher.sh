# What the launchers share; they set $launcher and $home, and $jvm_args if there are some.
# shellcheck shell=sh disable=SC2034,SC2154 # what is set there, and used there

fail() {
  printf '%s: %s\n' "$launcher" "$1" >&2
  exit 2
}

# Sets $java, and adds to $jvm_args what this version of it needs.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME: $java cannot be run; point JAVA_HOME to a JDK 17 or later"
  else
    java=$(command -v java) || fail "there is no java on the PATH; install a JDK 17 or later"
  fi
  version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9][0-9]*\).*/\1/p' | sed -n 1p)
  [ "${version:-0}" -ge 17 ] || fail "$java is Java ${version:-of unknown version}; 17 or later is needed"
  # Two of the TLS providers are native code, about which newer versions warn on every start.
  if [ "$version" -ge 24 ]; then
    jvm_args="--enable-native-access=ALL-UNNAMED$jvm_args"
  fi
}

# In a checkout: builds if a source of these modules is newer than the class path that the last
# build of the last one wrote. Sets $class_path to that, or to the jars of the tarball.
# Usage: find_classes MODULE...
find_classes() {
  for module in "$@"; do
    set -- "$@" "$home/$module/pom.xml" "$home/$module/src/main"
    shift
  done
  if [ ! -f "$home/$module/pom.xml" ]; then
    class_path="${class_path:-}$home/lib/*"
    return
  fi
  built=$home/$module/target/classpath
  if [ ! -f "$built" ] || [ -n "$(find "$home/pom.xml" "$@" -newer "$built")" ]; then
    command -v mvn >/dev/null ||
      fail "this checkout is not built, and there is no mvn on the PATH; install Maven 3.8 or later"
    printf '%s: building with Maven; this happens once after a change\n' "$launcher" >&2
    (cd "$home" && mvn -q -B -ntp -Dstyle.color=never -DskipTests -Dskip.checks=true -Dassembly.skipAssembly=true \
        -pl "$module" -am package) </dev/null >&2 || fail "the build failed; its output is above"
    touch "$built"
  fi
  class_path=${class_path:-}$home/$module/target/classes:$(cat "$built")
}
