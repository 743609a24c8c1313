# For scripts that consist of parts: says how long each took. Sourced, not run.

# Only the outermost script prints the table, when it ends.
if [ -z "${LATCHSTRING_PARTS-}" ]; then
  LATCHSTRING_PARTS="$(mktemp)"
  export LATCHSTRING_PARTS
  trap 'sayParts; rm -f "$LATCHSTRING_PARTS"' EXIT
fi

# part NAME COMMAND…: runs it and notes its time; where it fails, the script ends there
part() {
  local name="$1" began=$SECONDS verdict=0
  shift
  printf '\n== %s\n' "$name"
  # Not in a condition: there, bash would run on after a command that failed.
  set +e
  (
    set -e
    "$@"
  )
  verdict=$?
  set -e
  noteTime "$name" $((SECONDS - began)) "$verdict"
  [ "$verdict" -eq 0 ] || exit "$verdict"
}

noteTime() { # noteTime NAME SECONDS VERDICT
  local failed=""
  [ "$3" -eq 0 ] || failed="   failed"
  printf '  %3d:%02d  %s%s\n' $(($2 / 60)) $(($2 % 60)) "$1" "$failed" >>"$LATCHSTRING_PARTS"
}

sayParts() {
  [ -s "$LATCHSTRING_PARTS" ] || return 0
  printf '\nMinutes of each part\n'
  cat "$LATCHSTRING_PARTS"
  printf '  %3d:%02d  together\n' $((SECONDS / 60)) $((SECONDS % 60))
}
