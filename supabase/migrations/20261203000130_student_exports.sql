-- What leaves a list as a file is opened first, which leaves a line with filter and count, and then read in pages by
-- that filter and no other, in transactions of their own (decision 0049).
create table private.list_exports (
  id uuid primary key default gen_random_uuid(),
  opened_by uuid not null references auth.users on delete cascade,
  query jsonb not null,
  opened_at timestamptz not null default now(),
  noted_in xid8 not null default pg_current_xact_id()
);
comment on table private.list_exports is 'Exports of lists that are being read; each holds its filter for an hour.';
create index list_exports_opened_by_idx on private.list_exports (opened_by);
create index list_exports_opened_at_idx on private.list_exports (opened_at);
alter table private.list_exports enable row level security;
revoke all on private.list_exports from anon, authenticated, service_role;

create function private.noted_search(search text) returns text
language sql immutable set search_path = '' as $$
  select case
    when search like '%@%' then 'an address'
    when length(regexp_replace(search, '[^0-9]', '', 'g')) >= 7 then 'a phone'
    else left(search, 100) end
$$;
comment on function private.noted_search(text) is
  'What the audit log keeps of a search: a whole address or phone would stay there when the person is gone.';
revoke execute on function private.noted_search(text) from public;

create function private.open_students_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  at_most constant integer := 100000;
  -- What a filter is made of; whatever else is sent is not kept.
  asked jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(case when jsonb_typeof(query) = 'object' then query else '{}' end)
    where key in ('search', 'states', 'phone_owed', 'marketing', 'absent_days', 'sort', 'direction'));
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
revoke execute on function private.open_students_export(jsonb, text) from public;
grant execute on function private.open_students_export(jsonb, text) to authenticated;
create function public.open_students_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic select private.open_students_export(query, format); end;
comment on function public.open_students_export(jsonb, text) is
  'Opens an export of the students that a filter finds, at most 100,000, for staff with students.view; thirty an hour. Filter and count stay in the audit log. Answers id, total and whether there are more.';
revoke execute on function public.open_students_export(jsonb, text) from public, anon;
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
  where exports.id = export_id and exports.opened_by = auth.uid() and exports.opened_at > now() - interval '1 hour'
    and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if asked is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  if jsonb_typeof(place) = 'object' then
    asked := asked || jsonb_build_object('after', place);
  end if;
  return json_build_object('rows', private.student_page(asked, size), 'size', size);
end $$;
revoke execute on function private.read_students_export(uuid, jsonb) from public;
grant execute on function private.read_students_export(uuid, jsonb) to authenticated;
create function public.read_students_export(export_id uuid, place jsonb default null) returns json
language sql stable set search_path = '' begin atomic select private.read_students_export(export_id, place); end;
comment on function public.read_students_export(uuid, jsonb) is
  'A thousand rows of an opened export and one more, masked as the list shows them, from the last row read on; for whoever opened it, within an hour.';
revoke execute on function public.read_students_export(uuid, jsonb) from public, anon;
grant execute on function public.read_students_export(uuid, jsonb) to authenticated;
