-- A note of line breaks alone is refused in words, where the table's check answered before.
create or replace function private.write_analytics_note(note uuid, day date, body text) returns void
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
