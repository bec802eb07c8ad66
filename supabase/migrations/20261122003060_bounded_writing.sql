-- What one person may keep for themselves, and what visitors may ask in a day, has an end.
create function private.limit_lesson_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id::text, 0));
  if not exists (select from public.lesson_notes where lesson_notes.id = new.id)
    and (select count(*) from public.lesson_notes where lesson_notes.user_id = new.user_id) >= 3000 then
    perform private.raise_app_error('NOTE_LIMIT_REACHED', 409, 'A student keeps 3000 notes');
  end if;
  return new;
end $$;
comment on function private.limit_lesson_notes() is 'Three thousand notes of one student in all lessons together.';
revoke execute on function private.limit_lesson_notes() from public;
create trigger lesson_notes_limit before insert on public.lesson_notes
  for each row execute function private.limit_lesson_notes();

create function private.limit_visitor_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller text := private.caller_network();
begin
  -- The function counts addresses; of version 6 one household has more of them than there are hours.
  if caller like '%:%' and not private.take_call('visitor ticket', caller, 5, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five tickets an hour');
  end if;
  -- Tickets that are there count, not those that were refused: nobody uses the day up by asking in vain.
  if (select count(*) from public.support_tickets as tickets
    where tickets.user_id is null and tickets.created_at > now() - interval '1 day') >= 1000 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'A thousand questions of visitors a day');
  end if;
  return new;
end $$;
comment on function private.limit_visitor_tickets() is 'A thousand questions a day of people who are not signed in, from all addresses together.';
revoke execute on function private.limit_visitor_tickets() from public;
create trigger support_tickets_insert_limit before insert on public.support_tickets
  for each row when (new.user_id is null) execute function private.limit_visitor_tickets();
