-- Files that phones and Outlook send, which nothing here can open, and empty ones: each says what it is.
alter table private.support_files drop constraint support_files_refusal_check;
alter table private.support_files add constraint support_files_refusal_check
  check (refusal in ('TYPE', 'HEIC', 'TNEF', 'EMPTY', 'SIZE', 'BROKEN', 'TOO_MANY'));
