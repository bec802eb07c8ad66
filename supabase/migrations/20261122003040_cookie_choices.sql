-- Choices about cookies come by a function that bounds them; nobody writes the ledger for visitors any more.
drop policy consent_events_insert_visitor on public.consent_events;
revoke insert on public.consent_events from anon;
create index consent_events_subject_key_idx on public.consent_events (subject_key, purpose, occurred_at desc) where subject_key is not null;
create index consent_events_visitors_idx on public.consent_events (occurred_at) where user_id is null and subject_key is not null;
create sequence private.visitor_choices;

create function private.record_cookie_choice(analytics boolean, marketing boolean, preferences boolean, subject_key text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_a_network constant integer := 60;
  most_of_a_day constant integer := 10000;
  student uuid := case when private.is_active_student() then auth.uid() end;
  caller text := private.caller_network();
begin
  if analytics is null or marketing is null or preferences is null
    or (student is null and not coalesce(record_cookie_choice.subject_key ~ '^[A-Za-z0-9_-]{8,64}$', false)) then
    perform private.raise_app_error('INVALID_CHOICE', 400, 'Send the three choices and, without an account, the key of the browser');
  end if;
  -- Past a limit nothing is kept and nothing is said: what counts is what the browser keeps, and many share an address.
  if student is null and (
    (caller <> '' and not private.take_call('cookie choice', caller, most_of_a_network, '1 hour'))
    or private.count_for_good('private.visitor_choices', '1 day') > most_of_a_day) then
    return;
  end if;
  if student is not null and not private.take_call('cookie choice of a student', student::text, 20, '1 day') then
    return;
  end if;
  -- A line that says what the last one said adds nothing.
  insert into public.consent_events (user_id, subject_key, purpose, granted)
  select student, case when student is null then record_cookie_choice.subject_key end, said.purpose, said.granted
  from (values ('cookies_analytics', analytics), ('cookies_marketing', marketing), ('cookies_preferences', preferences)) as said (purpose, granted)
  where said.granted is distinct from case when student is null then (
      select events.granted from public.consent_events as events
      where events.subject_key = record_cookie_choice.subject_key and events.user_id is null and events.purpose = said.purpose
      order by events.occurred_at desc limit 1)
    else (
      select events.granted from public.consent_events as events
      where events.user_id = student and events.purpose = said.purpose order by events.occurred_at desc limit 1) end;
end $$;
revoke execute on function private.record_cookie_choice(boolean, boolean, boolean, text) from public;
grant execute on function private.record_cookie_choice(boolean, boolean, boolean, text) to anon, authenticated;
create function public.record_cookie_choice(analytics boolean, marketing boolean, preferences boolean, subject_key text default null) returns void
language sql volatile set search_path = '' begin atomic select private.record_cookie_choice(analytics, marketing, preferences, subject_key); end;
comment on function public.record_cookie_choice(boolean, boolean, boolean, text) is
  'Enters a choice about cookies in the ledger, for the student who is signed in or for the key of a browser ([4-45]). Past the limits it does nothing, silently.';
revoke execute on function public.record_cookie_choice(boolean, boolean, boolean, text) from public;
grant execute on function public.record_cookie_choice(boolean, boolean, boolean, text) to anon, authenticated;

-- What a student writes, directly or by switching a consent on and off: sixty lines a day and two thousand ever.
create function private.limit_consent_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lines record;
begin
  perform pg_advisory_xact_lock(hashtextextended('consents ' || new.user_id::text, 0));
  select count(*) filter (where events.occurred_at > now() - interval '1 day') as today, count(*) as ever into lines
    from public.consent_events as events where events.user_id = new.user_id;
  -- Who agreed may always withdraw.
  if (lines.today >= 60 or lines.ever >= 2000) and not (not new.granted and coalesce((
      select events.granted from public.consent_events as events
      where events.user_id = new.user_id and events.purpose = new.purpose order by events.occurred_at desc, events.id limit 1), false)) then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Sixty consents a day');
  end if;
  return new;
end $$;
comment on function private.limit_consent_lines() is 'Bounds the ledger of one person; a withdrawal of what stands is always taken.';
revoke execute on function private.limit_consent_lines() from public;
create trigger consent_events_insert_limit before insert on public.consent_events
  for each row when (new.user_id is not null and current_setting('role') in ('anon', 'authenticated'))
  execute function private.limit_consent_lines();
