#!/bin/sh
# Writes a backup into BACKUP_DIR, forgets those older than two weeks, and sends the new one off-site, encrypted.
# BACKUP_RECIPIENT: whose GnuPG key encrypts it. BACKUP_REMOTE: a place that rclone knows. Both may be left out.
set -eu
umask 077
mkdir -p "$BACKUP_DIR"
archive="$BACKUP_DIR/academy-$(date -u +%Y%m%dT%H%M%SZ).tar.gz"
# Whatever ends this, only the whole archive stays.
trap 'rm -f "$archive.partial" "$archive.gpg"' EXIT
trap 'exit 1' HUP INT TERM
npm run --silent db:backup -- "$archive"
gzip -t "$archive"
find "$BACKUP_DIR" \( -name 'academy-*.tar.gz' -o -name 'academy-*.tar.gz.gpg' -o -name 'academy-*.tar.gz.partial' \) \
  -mtime +14 -delete
if [ -n "${BACKUP_REMOTE:-}" ]; then
  : "${BACKUP_RECIPIENT:?an archive holds personal data and keys: it leaves this machine encrypted only}"
  gpg --batch --yes --trust-model always --encrypt --recipient "$BACKUP_RECIPIENT" --output "$archive.gpg" "$archive"
  rclone copy "$archive.gpg" "$BACKUP_REMOTE"
fi
