create table private.backups (
  id uuid primary key default gen_random_uuid(),
  asked_by uuid references public.admin_users on delete set null,
  asked_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  reported_at timestamptz not null default now(),
  done_bytes bigint not null default 0 check (done_bytes >= 0),
  whole_bytes bigint not null default 0 check (whole_bytes >= 0),
  file_name text,
  failure text check (failure in ('NO_ROOM', 'NO_FOLDER', 'INTERRUPTED', 'DAMAGED', 'FAILED')),
  check ((state = 'done') = (file_name is not null) and (state = 'failed') = (failure is not null))
);
comment on table private.backups is 'Backups that somebody asked for by the button, and how each went.';
comment on column private.backups.reported_at is 'When the process last said how far it is, or how it ended.';
create unique index backups_one_at_a_time on private.backups ((true)) where state in ('waiting', 'running');
create index backups_asked_at_idx on private.backups (asked_at);
create index backups_asked_by_idx on private.backups (asked_by);
alter table private.backups enable row level security;

create table private.backup_links (
  token_hash bytea primary key,
  member_id uuid not null references public.admin_users on delete cascade,
  session_id uuid not null,
  file_name text not null,
  expires_at timestamptz not null default now() + interval '1 minute'
);
comment on table private.backup_links is
  'Which archive a session may fetch once, within a minute. Only hashes of the links are kept.';
create index backup_links_member_id_idx on private.backup_links (member_id);
create index backup_links_expires_at_idx on private.backup_links (expires_at);
alter table private.backup_links enable row level security;

create function private.require_operator() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_role('super_admin') or not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For super_admin');
  end if;
  return (select staff.admin_id from private.current_staff() as staff);
end $$;
comment on function private.require_operator() is
  'The super_admin behind the request; ends the statement for anybody else.';

create function private.end_silent_backups() returns void
language sql volatile security definer set search_path = '' as $$
  update private.backups set state = 'failed', failure = 'INTERRUPTED', reported_at = now()
  where state in ('waiting', 'running') and reported_at < now() - interval '1 minute'
$$;
comment on function private.end_silent_backups() is 'A process that ended says no more: what it was at has failed.';

create function private.begin_backup() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  operator constant uuid := private.require_operator();
  begun uuid;
begin
  perform private.require_fresh_sign_in();
  if not exists (select from private.system_reports as reports
    where reports.report ? 'backups' and reports.reported_at > now() - interval '3 minutes') then
    perform private.raise_app_error('NO_PROCESS', 409, 'No process of the academy is there that makes backups');
  end if;
  if not private.take_call('backups', 'all', 12, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twelve backups an hour');
  end if;
  perform private.end_silent_backups();
  delete from private.backups where asked_at < now() - interval '90 days';
  insert into private.backups (asked_by) values (operator)
  on conflict ((true)) where state in ('waiting', 'running') do nothing returning id into begun;
  if begun is null then
    perform private.raise_app_error('BACKUP_RUNNING', 409, 'A backup is being made');
  end if;
  insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'backup begun', 'backups', begun::text);
  return begun;
end $$;
grant execute on function private.begin_backup() to authenticated;

create function public.begin_backup() returns uuid
language sql volatile set search_path = '' begin atomic select private.begin_backup(); end;
comment on function public.begin_backup() is
  'For super_admin, freshly signed in: has the process of the academy make a backup. 409 BACKUP_RUNNING while one is made, 409 NO_PROCESS where none makes them, 429 TOO_MANY_REQUESTS after twelve an hour.';
grant execute on function public.begin_backup() to authenticated;

create function private.read_backups() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_operator();
  return json_build_object(
    -- Null where no process makes backups, as on a project elsewhere.
    'kept', (select reports.report -> 'backups' from private.system_reports as reports
      where reports.reported_at > now() - interval '3 minutes'),
    'last', (
      select json_build_object('id', last.id, 'asked_at', last.asked_at, 'asked_by', members.first_name,
        'reported_at', last.reported_at, 'done_bytes', last.done_bytes, 'whole_bytes', last.whole_bytes, 'file', last.file_name,
        -- Also before anything writes down that its process is gone.
        'state', case when last.state in ('waiting', 'running') and last.reported_at < now() - interval '1 minute' then 'failed' else last.state end,
        'failure', case when last.state in ('waiting', 'running') and last.reported_at < now() - interval '1 minute' then 'INTERRUPTED' else last.failure end)
      from (select * from private.backups order by backups.asked_at desc, backups.id limit 1) as last
      left join public.admin_users as members on members.id = last.asked_by));
end $$;
grant execute on function private.read_backups() to authenticated;

create function public.read_backups() returns json
language sql stable set search_path = '' begin atomic select private.read_backups(); end;
comment on function public.read_backups() is
  'For super_admin: the archives that are kept ({newest_at, files: [{name, bytes, made_at}], without_files}), null where no process makes any; and the last backup that was asked for, how far it is or how it ended.';
grant execute on function public.read_backups() to authenticated;

create function private.make_backup_link(file text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  operator constant uuid := private.require_operator();
  token constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex');
begin
  perform private.require_fresh_sign_in();
  if not exists (
    select from private.system_reports as reports, jsonb_array_elements(reports.report -> 'backups' -> 'files') as listed
    where listed ->> 'name' = file and listed -> 'is_handed_out' = 'true'::jsonb) then
    perform private.raise_app_error('NO_BACKUP', 404, 'That archive is not kept, or holds keys');
  end if;
  if not private.take_call('backup links', auth.uid()::text, 20, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty links an hour');
  end if;
  delete from private.backup_links where expires_at < now();
  insert into private.backup_links (token_hash, member_id, session_id, file_name)
  values (sha256(convert_to(token, 'utf8')), operator, (auth.jwt() ->> 'session_id')::uuid, file);
  return token;
end $$;
grant execute on function private.make_backup_link(text) to authenticated;

create function public.make_backup_link(file text) returns text
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.require_approval('backup', jsonb_build_object('file', file));
  select private.make_backup_link(file);
end;
comment on function public.make_backup_link(text) is
  'For super_admin, freshly signed in: a link to an archive that is kept, for this session, once and within a minute. 404 NO_BACKUP, 429 TOO_MANY_REQUESTS after twenty an hour.';
grant execute on function public.make_backup_link(text) to authenticated;

create function private.take_backup_link(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  operator constant uuid := private.require_operator();
  file text;
begin
  delete from private.backup_links as links
  where links.token_hash = sha256(convert_to(token, 'utf8')) and links.expires_at > now()
    and links.member_id = operator and links.session_id = (auth.jwt() ->> 'session_id')::uuid
  returning links.file_name into file;
  if file is null then
    perform private.raise_app_error('LINK_OVER', 410, 'The link was used, or is older than a minute');
  end if;
  insert into public.audit_log (actor, action, entity, after)
  values (auth.uid(), 'backup taken', 'backups', jsonb_build_object('file', file));
  return file;
end $$;
grant execute on function private.take_backup_link(text) to authenticated;

create function public.take_backup_link(token text) returns text
language sql volatile set search_path = '' begin atomic select private.take_backup_link(token); end;
comment on function public.take_backup_link(text) is
  'For the session that has the link: the name of the archive, and the line that it was taken. 410 LINK_OVER the second time, after a minute, and for anybody else''s.';
grant execute on function public.take_backup_link(text) to authenticated;

create function private.take_backup() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken uuid;
begin
  perform private.end_silent_backups();
  update private.backups set state = 'running', reported_at = now()
  where id = (select waiting.id from private.backups as waiting where waiting.state = 'waiting' for update skip locked)
  returning id into taken;
  return taken;
end $$;
grant execute on function private.take_backup() to service_role;

create function public.take_backup() returns uuid
language sql volatile set search_path = '' begin atomic select private.take_backup(); end;
comment on function public.take_backup() is
  'For the process of the academy: the backup that waits, which it then makes; null for none.';

create function private.note_backup(backup uuid, done_bytes bigint, whole_bytes bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.backups as backups set reported_at = now(),
    done_bytes = greatest(note_backup.done_bytes, 0), whole_bytes = greatest(note_backup.whole_bytes, 0)
  where backups.id = backup and backups.state = 'running';
  return found;
end $$;
grant execute on function private.note_backup(uuid, bigint, bigint) to service_role;

create function public.note_backup(backup uuid, done_bytes bigint, whole_bytes bigint) returns boolean
language sql volatile set search_path = '' begin atomic select private.note_backup(backup, done_bytes, whole_bytes); end;
comment on function public.note_backup(uuid, bigint, bigint) is
  'For the process of the academy: how far the backup is; false when it was given up meanwhile, as after a minute of silence.';

create function private.finish_backup(backup uuid, file text, failure text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.backups as backups set reported_at = now(), state = case when finish_backup.file is null then 'failed' else 'done' end,
    file_name = finish_backup.file, failure = case when finish_backup.file is null then coalesce(finish_backup.failure, 'FAILED') end
  where backups.id = backup and backups.state = 'running';
  if not found then
    return false;
  end if;
  insert into public.audit_log (action, entity, entity_id, after)
  values (case when file is null then 'backup failed' else 'backup made' end, 'backups', backup::text,
    jsonb_strip_nulls(jsonb_build_object('file', file, 'failure', failure)));
  return true;
end $$;
grant execute on function private.finish_backup(uuid, text, text) to service_role;

create function public.finish_backup(backup uuid, file text, failure text) returns boolean
language sql volatile set search_path = '' begin atomic select private.finish_backup(backup, file, failure); end;
comment on function public.finish_backup(uuid, text, text) is
  'For the process of the academy: the archive that was made, or why there is none; false when the backup was given up meanwhile.';
