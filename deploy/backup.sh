#!/bin/sh
# Writes a backup into BACKUP_DIR, forgets those older than two weeks, and sends the new one off-site, encrypted.
# BACKUP_RECIPIENTS (in .env): public keys of age that every archive is encrypted for. BACKUP_REMOTE: a place that rclone
# knows. Both may be left out; only an encrypted archive is sent. BACKUP_RECIPIENT: whose GnuPG key encrypts the copy that is
# sent, as earlier versions did, where BACKUP_RECIPIENTS is not set.
# Ends with 0, with 1 where there is no new archive, with 2 where there is one and it was not sent; the last line says why.
set -u
umask 077
cd "$(dirname "$0")/.." || exit 1

# $1: exit code, $2: what failed, $3: what a program wrote, of which the last line says why.
fail() {
  echo "$2: $(printf '%s\n' "${3:-}" | grep . | tail -n 1)" >&2
  exit "$1"
}

[ -n "${BACKUP_DIR:-}" ] || fail 1 'no backup' 'BACKUP_DIR is not set'
said=$(mkdir -p "$BACKUP_DIR" 2>&1) || fail 1 'no backup' "$said"
archive="$BACKUP_DIR/academy-$(date -u +%Y%m%dT%H%M%SZ).tar.gz"
# Whatever ends this, only the whole archive stays.
trap 'rm -f "$archive.partial" "$archive.age.partial" "$archive.gpg"' EXIT
trap 'exit 1' HUP INT TERM
said=$(node scripts/academy.mjs backup "$archive" 2>&1) || fail 1 'no backup' "$said"
find "$BACKUP_DIR" \( -name 'academy-*.tar.gz' -o -name 'academy-*.tar.gz.age' -o -name 'academy-*.tar.gz.gpg' \
  -o -name 'academy-*.tar.gz*.partial' \) -mtime +14 -delete || echo 'backups older than two weeks could not be deleted' >&2
[ -n "${BACKUP_REMOTE:-}" ] || exit 0
if [ -f "$archive.age" ]; then
  sealed="$archive.age"
else
  sealed="$archive.gpg"
  [ -n "${BACKUP_RECIPIENT:-}" ] || fail 2 "$archive was not sent" 'BACKUP_RECIPIENTS is not set: it holds personal data and keys'
  said=$(gpg --batch --yes --no-auto-key-locate --trust-model always --encrypt --recipient "$BACKUP_RECIPIENT" \
    --output "$sealed" "$archive" 2>&1) || {
    # gpg passes over a key that has run out, and says that there is none.
    gpg --batch --with-colons --list-keys "$BACKUP_RECIPIENT" 2>&1 | grep -q '^pub:e:' && said='the key has expired'
    fail 2 "$archive was not encrypted for $BACKUP_RECIPIENT and not sent" "$said"
  }
fi
said=$(rclone copy "$sealed" "$BACKUP_REMOTE" 2>&1) || fail 2 "$sealed was not sent to $BACKUP_REMOTE" "$said"
