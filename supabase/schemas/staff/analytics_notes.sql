create table private.analytics_notes (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  body text not null check (char_length(body) between 1 and 200 and body ~ '\S'),
  author_id uuid references public.admin_users on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.analytics_notes is 'Notes of the staff on a day, beside its figures.';
create index analytics_notes_day_idx on private.analytics_notes (day);
create index analytics_notes_author_id_idx on private.analytics_notes (author_id);
alter table private.analytics_notes enable row level security;

create function private.list_analytics_notes(first date, last date) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  own constant uuid := (select staff.admin_id from private.current_staff() as staff);
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  return (
    select coalesce(json_agg(json_build_object('id', notes.id, 'day', notes.day, 'body', notes.body, 'author', members.first_name,
      'may_delete', notes.author_id = own or private.has_role('super_admin')) order by notes.day desc, notes.created_at desc, notes.id), '[]')
    from (select * from private.analytics_notes as every where every.day between first and last order by every.day desc limit 500) as notes
    left join public.admin_users as members on members.id = notes.author_id);
end $$;
grant execute on function private.list_analytics_notes(date, date) to authenticated;

create function public.list_analytics_notes(first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.list_analytics_notes(first, last); end;
comment on function public.list_analytics_notes(date, date) is
  'For analytics.view: notes of the staff on the days of a range, the newest day first, 500 at most.';
grant execute on function public.list_analytics_notes(date, date) to authenticated;

create function private.write_analytics_note(note uuid, day date, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  author constant uuid := (select staff.admin_id from private.current_staff() as staff);
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  if note is null or day is null or day not between '2020-01-01' and private.day_of(now()) + 366
    or not coalesce(char_length(trim(body)) between 1 and 200 and body ~ '\S', false) then
    perform private.raise_app_error('INVALID_NOTE', 400, 'A note has a day and 1 to 200 letters');
  end if;
  if not private.take_call('analytics notes', auth.uid()::text, 60, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Sixty notes an hour');
  end if;
  -- Its id is made by the browser, so that a note that is sent twice is one.
  insert into private.analytics_notes (id, day, body, author_id) values (note, write_analytics_note.day, trim(write_analytics_note.body), author)
  on conflict (id) do nothing;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), 'insert', 'analytics_notes', note::text, jsonb_build_object('day', write_analytics_note.day));
  end if;
end $$;
grant execute on function private.write_analytics_note(uuid, date, text) to authenticated;

create function public.write_analytics_note(note uuid, day date, body text) returns void
language sql volatile set search_path = '' begin atomic select private.write_analytics_note(note, day, body); end;
comment on function public.write_analytics_note(uuid, date, text) is
  'Writes a note of 1 to 200 letters on a day, for analytics.view; sixty an hour. 400 INVALID_NOTE.';
grant execute on function public.write_analytics_note(uuid, date, text) to authenticated;

create function private.delete_analytics_note(note uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone private.analytics_notes;
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  delete from private.analytics_notes as notes
  where notes.id = note
    and (notes.author_id = (select staff.admin_id from private.current_staff() as staff) or private.has_role('super_admin'))
  returning * into gone;
  if gone.id is null then
    return false;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, before)
  values (auth.uid(), 'delete', 'analytics_notes', note::text, jsonb_build_object('day', gone.day));
  return true;
end $$;
grant execute on function private.delete_analytics_note(uuid) to authenticated;

create function public.delete_analytics_note(note uuid) returns boolean
language sql volatile set search_path = '' begin atomic select private.delete_analytics_note(note); end;
comment on function public.delete_analytics_note(uuid) is
  'Deletes a note of one''s own, any for super_admin; says whether it is gone by this.';
grant execute on function public.delete_analytics_note(uuid) to authenticated;

create function private.note_analytics_export(part text, format text, first date, last date) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  if not coalesce(part in ('overview', 'courses', 'tests', 'work') and format in ('csv', 'xlsx'), false) then
    perform private.raise_app_error('INVALID_EXPORT', 400, 'An export is csv or xlsx, of a part of analytics');
  end if;
  if not private.take_call('list export', auth.uid()::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty exports an hour');
  end if;
  insert into public.audit_log (actor, action, entity, after)
  values (auth.uid(), 'figures exported', 'analytics', jsonb_build_object('part', part, 'format', format, 'first', first, 'last', last));
end $$;
grant execute on function private.note_analytics_export(text, text, date, date) to authenticated;

create function public.note_analytics_export(part text, format text, first date, last date) returns void
language sql volatile set search_path = '' begin atomic select private.note_analytics_export(part, format, first, last); end;
comment on function public.note_analytics_export(text, text, date, date) is
  'Leaves the line of figures that are taken along as a file, for analytics.view; thirty exports an hour. The figures are those that the page shows.';
grant execute on function public.note_analytics_export(text, text, date, date) to authenticated;
