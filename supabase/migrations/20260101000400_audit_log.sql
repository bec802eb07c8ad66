create table public.audit_log (
  id bigint generated always as identity primary key,
  actor uuid,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  occurred_at timestamptz not null default now()
);
comment on table public.audit_log is 'What staff did, with the row before and after. Nobody changes or removes a line.';
comment on column public.audit_log.actor is 'Auth id of the person; null when the server itself acted.';
create index audit_log_entity_entity_id_idx on public.audit_log (entity, entity_id);
create index audit_log_actor_idx on public.audit_log (actor, occurred_at desc);
create index audit_log_occurred_at_idx on public.audit_log (occurred_at desc);
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
alter table public.audit_log enable row level security;
create policy audit_log_select_settings on public.audit_log for select to authenticated
  using ((select private.has_permission('settings.manage')));

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
revoke execute on function private.record_change() from public;
