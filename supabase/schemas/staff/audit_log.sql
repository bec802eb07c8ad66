create table public.audit_log (
  id bigint generated always as identity primary key,
  actor uuid,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  occurred_at timestamptz not null default now(),
  address text,
  session_id uuid,
  content_salt bytea,
  content_hash bytea,
  position bigint,
  previous_hash bytea,
  hash bytea
);
comment on table public.audit_log is
  'What staff did, with the row before and after. Nobody changes or removes a line; only what tells who a person is leaves it with the person, which is a line by itself.';
comment on column public.audit_log.actor is 'Auth id of the person; null when the server itself acted.';
comment on column public.audit_log.address is 'Internet address of the member of staff who acted; null for students and for the server.';
comment on column public.audit_log.session_id is 'Session of the member of staff who acted; null for students and for the server.';
comment on column public.audit_log.content_salt is 'Random; without it the content_hash of what a person took along says nothing about it.';
comment on column public.audit_log.content_hash is 'SHA-256 of salt and content (before, after, address, session) as they were written. It stays when the content loses a person.';
comment on column public.audit_log.position is 'Place in the chain, from 1 without a gap; given when the transaction commits.';
comment on column public.audit_log.hash is 'SHA-256 of the hash before, the content_hash and the other columns.';
create index audit_log_entity_entity_id_idx on public.audit_log (entity, entity_id);
-- Finds the lines of the audit log that tell about a person without being about the row in users.
create index audit_log_person_idx on public.audit_log ((coalesce(after, before) ->> 'user_id'))
  where coalesce(after, before) ->> 'user_id' is not null;
create index audit_log_unchained_idx on public.audit_log (id) where hash is null and content_hash is not null;
create unique index audit_log_position_idx on public.audit_log (position);
create index audit_log_occurred_at_id_idx on public.audit_log (occurred_at desc, id desc);
create index audit_log_actor_idx on public.audit_log (actor, occurred_at desc, id desc);
create index audit_log_entity_idx on public.audit_log (entity, occurred_at desc, id desc);
create index audit_log_action_idx on public.audit_log (action, occurred_at desc, id desc);
create index audit_log_entity_id_idx on public.audit_log (entity_id, occurred_at desc, id desc);
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;
alter table public.audit_log enable row level security;

create table private.audit_head (
  only_one boolean primary key default true check (only_one),
  position bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex')
);
comment on table private.audit_head is
  'The end of the chain of the audit log; its one row is the lock under which lines get their order.';
alter table private.audit_head enable row level security;

create function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  previous jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'invitation_token' end;
  present jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'invitation_token' end;
begin
  if auth.uid() is null and tg_nargs = 0 then
    return null;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, before, after)
  values (auth.uid(), lower(tg_op), tg_table_name,
    coalesce(present, previous) ->> case when tg_table_name = 'app_settings' then 'key' when tg_table_name = 'lesson_contents' then 'lesson_id' else 'id' end,
    previous, present);
  return null;
end $$;
comment on function private.record_change() is
  'Writes the audit line of a staff action. With an argument also for changes of the server itself, which otherwise are not recorded (seeds).';

create function private.audit_content_hash(salt bytea, line public.audit_log) returns bytea
language sql stable set search_path = '' as $$
  select sha256(salt || convert_to(json_build_array(line.before, line.after, line.address, line.session_id)::text, 'UTF8'))
$$;
comment on function private.audit_content_hash(bytea, public.audit_log) is
  'The hash of what a line says; the command that walks the chain computes it by itself.';

create function private.audit_line_hash(previous bytea, place bigint, line public.audit_log) returns bytea
language sql stable set search_path = '' as $$
  select sha256(previous || line.content_hash || convert_to(json_build_array(place, line.id, line.actor, line.action, line.entity,
    line.entity_id, (extract(epoch from line.occurred_at) * 1000000)::bigint)::text, 'UTF8'))
$$;
comment on function private.audit_line_hash(bytea, bigint, public.audit_log) is
  'The hash of a line at its place in the chain.';

create function private.chain_audit_lines() returns void
language plpgsql security definer set search_path = '' as $$
declare
  head private.audit_head;
  line public.audit_log;
begin
  -- Whoever commits later waits here, and for no longer than a commit takes.
  select * into head from private.audit_head for update;
  -- Lines of others are in the chain before they can be seen, so these are the lines of this transaction.
  for line in select * from public.audit_log where audit_log.hash is null and audit_log.content_hash is not null
    order by audit_log.id loop
    head.position := head.position + 1;
    update public.audit_log set position = head.position, previous_hash = head.hash,
      hash = private.audit_line_hash(head.hash, head.position, line)
      where id = line.id returning audit_log.hash into head.hash;
  end loop;
  update private.audit_head set position = head.position, hash = head.hash where audit_head.only_one;
end $$;
comment on function private.chain_audit_lines() is 'Puts the lines of the transaction at the end of the chain.';

create function private.begin_audit_line() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_staff boolean := auth.uid() is not null
    and exists (select from public.admin_users where admin_users.supabase_auth_id = auth.uid());
begin
  new.address := case when is_staff then left(private.caller_address(), 100) end;
  new.session_id := case when is_staff then nullif(auth.jwt() ->> 'session_id', '')::uuid end;
  new.content_salt := uuid_send(gen_random_uuid());
  new.content_hash := private.audit_content_hash(new.content_salt, new);
  new.position := null;
  new.previous_hash := null;
  new.hash := null;
  return new;
end $$;
comment on function private.begin_audit_line() is
  'Adds from where a member of staff acted, and the hash of the content.';

create function private.end_audit_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.audit_log where audit_log.id = new.id and audit_log.hash is null) then
    perform private.chain_audit_lines();
  end if;
  return null;
end $$;

create function private.guard_audit_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new is not distinct from old then
      return null;
    end if;
    if old.hash is null and new.before is not distinct from old.before and new.after is not distinct from old.after then
      old.position := new.position;
      old.previous_hash := new.previous_hash;
      old.hash := new.hash;
      return old;
    end if;
    if (new.before is distinct from old.before or new.after is distinct from old.after)
      and new.before is not distinct from private.without_person(old.before)
      and new.after is not distinct from private.without_person(old.after) then
      -- A new line out of the old one, so that nothing but the person can change on the way.
      old.before := new.before;
      old.after := new.after;
      old.content_salt := uuid_send(gen_random_uuid());
      return old;
    end if;
  end if;
  perform private.raise_app_error('AUDIT_LOG_IS_APPEND_ONLY', 403, 'Lines of the audit log are neither changed nor removed');
  return null;
end $$;
comment on function private.guard_audit_line() is
  'Refuses every change of a line but two: its place in the chain, once, and taking a person out of it. An update that changes nothing does nothing.';

create function private.record_person_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  left_over jsonb;
begin
  select jsonb_object_agg(present.id, encode(private.audit_content_hash(present.content_salt, present::public.audit_log), 'hex')) into left_over
    from present join past on past.id = present.id and past.content_salt <> present.content_salt;
  if left_over is not null then
    insert into public.audit_log (actor, action, entity, after)
    values (auth.uid(), 'person removed', 'audit_log', jsonb_build_object('lines', left_over));
  end if;
  return null;
end $$;
comment on function private.record_person_removed() is
  'Writes the line that says which lines lost a person, with the hashes of what is left of them.';

create function private.audit_anchor() returns text
language sql stable security definer set search_path = '' as $$
  select head.position || ':' || encode(head.hash, 'hex') from private.audit_head as head
$$;
grant execute on function private.audit_anchor() to service_role;

create function public.audit_anchor() returns text
language sql stable set search_path = '' begin atomic select private.audit_anchor(); end;
comment on function public.audit_anchor() is
  'The end of the chain of the audit log, position:hash, to be kept where the owner of the database cannot write.';

create trigger audit_log_insert_begin before insert on public.audit_log
  for each row execute function private.begin_audit_line();

-- At the commit: the chain is locked when nothing else is left to do, so that writers neither wait long nor block each other.
create constraint trigger audit_log_insert_end after insert on public.audit_log
  deferrable initially deferred for each row execute function private.end_audit_line();

create trigger audit_log_change_guard before update or delete on public.audit_log
  for each row execute function private.guard_audit_line();

create trigger audit_log_truncate_guard before truncate on public.audit_log
  for each statement execute function private.guard_audit_line();

create trigger audit_log_update_record after update on public.audit_log
  referencing old table as past new table as present for each statement execute function private.record_person_removed();
