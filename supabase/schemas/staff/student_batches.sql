create table private.list_exports (
  id uuid primary key default gen_random_uuid(),
  opened_by uuid not null references auth.users(id) on delete cascade,
  query jsonb not null,
  opened_at timestamptz not null default now(),
  noted_in xid8 not null default pg_current_xact_id(),
  list text not null default 'students' check (list ~ '^[a-z_]{3,30}$'),
  last_id bigint
);
comment on table private.list_exports is
  'Exports of lists that are being read; each holds its filter for an hour.';
comment on column private.list_exports.list is 'Which list is read.';
comment on column private.list_exports.last_id is 'Of the audit log: the newest line when the export was opened; its own and later ones are not in it.';
create index list_exports_opened_by_idx on private.list_exports (opened_by);
create index list_exports_opened_at_idx on private.list_exports (opened_at);
alter table private.list_exports enable row level security;

create function private.set_students_active(student_ids uuid[], active boolean, reason text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  student uuid;
  was boolean;
  answers jsonb := '[]';
begin
  perform private.require_staff_manager(999);
  if cardinality(student_ids) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch holds 100 accounts');
  end if;
  if char_length(trim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  -- In one order everywhere, so that two batches wait for each other and never both ways.
  for student in select distinct id from unnest(student_ids) as id where id is not null order by id loop
    begin
      select users.is_active into was from public.users where users.id = student for update;
      perform private.set_student_active(student, active, reason);
      answers := answers || jsonb_build_object('id', student, 'outcome', case when was = active then 'unchanged' else 'changed' end);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', student, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
grant execute on function private.set_students_active(uuid[], boolean, text) to authenticated;

create function public.set_students_active(student_ids uuid[], active boolean, reason text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.set_students_active(student_ids, active, reason);
end;
comment on function public.set_students_active(uuid[], boolean, text) is
  'Closes or reopens up to 100 accounts with one reason, for staff with users.manage. Answers per id: changed, unchanged, or refused with a code; one that is refused holds up no other.';
grant execute on function public.set_students_active(uuid[], boolean, text) to authenticated;

create function private.noted_search(search text) returns text
language sql immutable set search_path = '' as $$
  select case
    when search like '%@%' then 'an address'
    when length(regexp_replace(search, '[^0-9]', '', 'g')) >= 7 then 'a phone'
    else 'a text of ' || length(trim(search)) || ' characters' end
$$;
comment on function private.noted_search(text) is
  'What the audit log keeps of a search: a name, address or phone would stay there when the person is gone.';

create function private.open_students_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  at_most constant integer := 100000;
  -- What a filter is made of; whatever else is sent is not kept.
  asked jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(case when jsonb_typeof(query) = 'object' then query else '{}' end)
    where key in ('search', 'states', 'phone_owed', 'marketing', 'absent_days', 'tag', 'registered_from', 'registered_to', 'learned_from', 'learned_to', 'stage', 'sort', 'direction'));
  counted integer;
  export uuid;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if format is null or format not in ('csv', 'xlsx') or length(asked::text) > 2000 then
    perform private.raise_app_error('INVALID_EXPORT', 400, 'An export is csv or xlsx, of a filter of the list');
  end if;
  if not private.take_call('list export', auth.uid()::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty exports an hour');
  end if;
  delete from private.list_exports where id in (
    select id from private.list_exports where opened_at < now() - interval '1 hour' limit 100);
  counted := private.count_students(asked, at_most + 1);
  insert into private.list_exports (opened_by, query) values (auth.uid(), asked) returning id into export;
  insert into public.audit_log (actor, action, entity, after)
  values (auth.uid(), 'students exported', 'users', jsonb_build_object('format', format, 'count', least(counted, at_most), 'filter',
    case when asked ? 'search' then asked || jsonb_build_object('search', private.noted_search(asked ->> 'search')) else asked end));
  return json_build_object('id', export, 'total', least(counted, at_most), 'more', counted > at_most);
end $$;
grant execute on function private.open_students_export(jsonb, text) to authenticated;

create function public.open_students_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.approved_export(private.open_students_export(query, format));
end;
comment on function public.open_students_export(jsonb, text) is
  'Opens an export of the students that a filter finds, at most 100,000, for staff with students.view; thirty an hour. Filter and count stay in the audit log. Answers id, total and whether there are more.';
grant execute on function public.open_students_export(jsonb, text) to authenticated;

create function private.read_students_export(export_id uuid, place jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 1000;
  asked jsonb;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  select exports.query into asked from private.list_exports as exports
  where exports.id = export_id and exports.list = 'students' and exports.opened_by = auth.uid()
    and exports.opened_at > now() - interval '1 hour' and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if asked is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  if place <> 'null' then
    asked := asked || jsonb_build_object('after', place);
  end if;
  return json_build_object('rows', private.student_page(asked, size), 'size', size);
end $$;
grant execute on function private.read_students_export(uuid, jsonb) to authenticated;

create function public.read_students_export(export_id uuid, place jsonb default null) returns json
language sql stable set search_path = '' begin atomic select private.read_students_export(export_id, place); end;
comment on function public.read_students_export(uuid, jsonb) is
  'A thousand rows of an opened export and one more, masked as the list shows them, from the last row read on; for whoever opened it, within an hour.';
grant execute on function public.read_students_export(uuid, jsonb) to authenticated;
