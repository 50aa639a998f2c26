# Sourced by the two programs at the root of the checkout, which set `program`, `main_class` and `root`.
# Builds installer/target/dist when it is missing or older than the sources, then becomes Java.
# POSIX sh. Standard output belongs to the program: everything said here goes to standard error.

dist=$root/installer/target/dist
stamp=$dist/.complete
log=$root/target/jevprune-build.log
lock=$root/target/jevprune-build.lock

say() {
  printf '%s: %s\n' "$program" "$*" >&2
}

die() {
  code=$1
  shift
  say "$@"
  exit "$code"
}

# The file behind a chain of links, without `readlink -f`, which is not everywhere.
follow_links() {
  followed=$1
  hops=0
  while [ -L "$followed" ] && [ "$hops" -lt 40 ]; do
    hops=$((hops + 1))
    target=$(ls -ld -- "$followed")
    target=${target#*" $followed -> "}
    case $target in
      /*) followed=$target ;;
      *) followed=${followed%/*}/$target ;;
    esac
  done
}

# Prints the feature version (17, 25; 8 for the old 1.8) of the Java program $1, or nothing.
java_feature() {
  follow_links "$1"
  release=${followed%/bin/java}/release
  text=
  if [ -r "$release" ]; then
    text=$(sed -n 's/^JAVA_VERSION="\(.*\)".*/\1/p' "$release" 2>/dev/null)
  fi
  if [ -z "$text" ]; then
    text=$("$1" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | sed -n 1p)
  fi
  text=${text#1.}
  text=${text%%[!0-9]*}
  printf '%s' "$text"
}

usable_java() {
  [ -n "$1" ] && [ -x "$1" ] && [ ! -d "$1" ] || return 1
  found_feature=$(java_feature "$1")
  [ -n "$found_feature" ] || return 1
  if [ "$found_feature" -lt 17 ]; then
    old_java="$1 is Java $found_feature"
    return 1
  fi
  java=$1
  feature=$found_feature
}

find_java() {
  java=
  old_java=
  if [ -n "${JAVA_HOME:-}" ] && usable_java "${JAVA_HOME%/}/bin/java"; then
    return 0
  fi
  usable_java "$(command -v java 2>/dev/null || :)" && return 0
  if [ -n "$old_java" ]; then
    say "Java 17 or newer is needed, but $old_java."
  elif [ -n "${JAVA_HOME:-}" ]; then
    say "Java 17 or newer is needed: JAVA_HOME ($JAVA_HOME) has no working bin/java, and PATH has none either."
  else
    say "Java 17 or newer is needed: JAVA_HOME is not set and PATH has no java."
  fi
  say "On Debian or Ubuntu: sudo apt install openjdk-17-jdk"
  exit 2
}

# Is there a source that is newer than the stamp? The folders count too: a deleted file changes only its folder.
needs_build() {
  [ -f "$stamp" ] || return 0
  newer=$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main "$root/.mvn" -newer "$stamp" -print 2>/dev/null | sed -n 1p)
  [ -n "$newer" ]
}

find_maven() {
  maven=$(command -v mvn 2>/dev/null || :)
  if [ -z "$maven" ]; then
    say "Maven 3.8 or newer is needed to build Jev Prune: PATH has no mvn."
    say "On Debian or Ubuntu: sudo apt install maven"
    exit 2
  fi
  found=$(JAVA_HOME=$java_home "$maven" -B -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p' | sed -n 1p)
  major=${found%%.*}
  rest=${found#*.}
  minor=${rest%%.*}
  case $major$minor in
    '' | *[!0-9]*) die 2 "$maven does not say its version; Maven 3.8 or newer is needed to build Jev Prune." ;;
  esac
  if [ "$major" -lt 3 ] || { [ "$major" -eq 3 ] && [ "$minor" -lt 8 ]; }; then
    say "Maven 3.8 or newer is needed to build Jev Prune, but $maven is $found."
    say "On Debian or Ubuntu: sudo apt install maven"
    exit 2
  fi
}

find_jdk() {
  follow_links "$java"
  java_home=${followed%/bin/java}
  if [ ! -x "$java_home/bin/javac" ]; then
    say "A JDK (17 or newer) is needed to build Jev Prune, but $java belongs to a run-time without javac."
    say "On Debian or Ubuntu: sudo apt install openjdk-17-jdk"
    exit 2
  fi
}

# One builder at a time: the folder is the lock, the file in it names the holder. A holder that is gone is set aside
# by a rename, which only one of the waiters can win.
take_lock() {
  mkdir -p "$root/target" || die 1 "Cannot make $root/target: is the checkout read-only?"
  waited=0
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || :)
    if { [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; } || { [ -z "$holder" ] && [ "$waited" -ge 10 ]; }; then
      if mv "$lock" "$lock.stale.$$" 2>/dev/null; then
        rm -rf "$lock.stale.$$"
      fi
      continue
    fi
    [ "$waited" -eq 0 ] && say "waiting for the build of process ${holder:-?} ($lock) ..."
    waited=$((waited + 1))
    sleep 1
  done
  printf '%s\n' "$$" >"$lock/pid"
  trap 'rm -rf "$lock"' EXIT
  trap 'rm -rf "$lock"; exit 130' INT
  trap 'rm -rf "$lock"; exit 143' TERM HUP
}

drop_lock() {
  rm -rf "$lock"
  trap - EXIT INT TERM HUP
}

build() {
  find_jdk
  find_maven
  take_lock
  if needs_build; then
    say "building (the first time takes a minute or two; log: $log) ..."
    started=$root/target/jevprune-build.started
    : >"$started"
    if ! (cd "$root" && JAVA_HOME=$java_home "$maven" -q -B -ntp -Dmaven.test.skip=true package) >"$log" 2>&1 </dev/null; then
      say "the build failed. The last lines of $log:"
      tail -n 20 "$log" >&2
      exit 1
    fi
    [ -f "$stamp" ] || die 1 "the build made no $stamp; see $log"
    # What was edited while Maven ran is newer than this and is built next time.
    touch -r "$started" "$stamp"
  fi
  drop_lock
}

case $root in
  *:*) die 2 "The checkout is in a folder with a colon in its name ($root), which Java cannot have on a class path: move it." ;;
esac

find_java
if needs_build; then
  build
fi

classes="$dist/lib/*"
# A short run is over before the second compiler has done anything; measuring is a long one.
speed=-XX:TieredStopAtLevel=1
memory=
for word in "$@"; do
  case $word in
    demo) classes="$classes:$dist/lib-embedded/*" ;;
    measure)
      classes="$classes:$dist/lib-measure/*"
      speed=-XX:+TieredCompilation
      memory=-Xmx448m
      ;;
  esac
done

# Java reads file names by the locale; under C it refuses every name that is not ASCII.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;;
  *) LC_ALL=C.UTF-8 && export LC_ALL ;;
esac
terminal=false
if [ -t 1 ]; then
  terminal=true
fi
set -- "-Djevprune.terminal=$terminal" -cp "$classes" "$main_class" "$@"
if [ "$feature" -ge 24 ]; then
  set -- --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "$@"
fi
exec "$java" -XX:+UseSerialGC -Xshare:auto "$speed" ${memory:+"$memory"} "$@"
