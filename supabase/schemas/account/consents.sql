create sequence private.visitor_choices;

create table public.consent_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid(),
  subject_key text check (subject_key ~ '^[A-Za-z0-9_-]{8,64}$'),
  purpose text not null check (purpose in ('terms', 'privacy', 'marketing', 'cookies_analytics', 'cookies_marketing',
    'cookies_preferences')),
  granted boolean not null,
  document_version_id uuid references public.legal_document_versions(id) on delete RESTRICT,
  occurred_at timestamptz not null default now(),
  text_hash text,
  constraint consent_events_purpose_needs_person_check check (purpose like 'cookies%' or user_id is not null or
    subject_key is null)
);
alter table public.consent_events add constraint consent_events_user_id_fkey foreign key (user_id) references public.users(id) on delete set null;
comment on table public.consent_events is
  'The ledger of consents: lines are added, never changed. The columns on users are its projection.';
comment on column public.consent_events.subject_key is 'Random key of a browser, for choices made before signing in.';
comment on column public.consent_events.text_hash is 'Hash of the text that was agreed to, copied from its version by a trigger.';
create index consent_events_user_id_purpose_idx on public.consent_events (user_id, purpose, occurred_at desc);
create index consent_events_document_version_id_idx on public.consent_events (document_version_id);
create index consent_events_subject_key_idx on public.consent_events (subject_key, purpose, occurred_at desc) where subject_key is not null;
create index consent_events_visitors_idx on public.consent_events (occurred_at) where user_id is null and subject_key is not null;
revoke all on public.consent_events from service_role;
grant select, insert on public.consent_events to service_role;
grant select on public.consent_events to authenticated;
alter table public.consent_events enable row level security;

create function private.project_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null then
    return null;
  end if;
  if new.purpose = 'marketing' then
    update public.users set marketing_consent = new.granted where id = new.user_id and marketing_consent <> new.granted;
  elsif new.purpose = 'terms' then
    update public.users set terms_consent = new.granted where id = new.user_id and terms_consent <> new.granted;
  elsif new.purpose = 'privacy' then
    update public.users set privacy_consent = new.granted where id = new.user_id and privacy_consent <> new.granted;
  end if;
  return null;
end $$;

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
  select student, case when student is null then record_cookie_choice.subject_key end, choices.purpose, choices.granted
  from (values ('cookies_analytics', analytics), ('cookies_marketing', marketing), ('cookies_preferences', preferences)) as choices (purpose, granted)
  where choices.granted is distinct from case when student is null then (
      select events.granted from public.consent_events as events
      where events.subject_key = record_cookie_choice.subject_key and events.user_id is null and events.purpose = choices.purpose
      order by events.occurred_at desc limit 1)
    else (
      select events.granted from public.consent_events as events
      where events.user_id = student and events.purpose = choices.purpose order by events.occurred_at desc limit 1) end;
end $$;
grant execute on function private.record_cookie_choice(boolean, boolean, boolean, text) to anon, authenticated;

create function public.record_cookie_choice(analytics boolean, marketing boolean, preferences boolean, subject_key text default null) returns void
language sql volatile set search_path = '' begin atomic select private.record_cookie_choice(analytics, marketing, preferences, subject_key); end;
comment on function public.record_cookie_choice(boolean, boolean, boolean, text) is
  'Enters a choice about cookies in the ledger, for the student who is signed in or for the key of a browser ([4-45]). Past the limits it does nothing, silently.';
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
comment on function private.limit_consent_lines() is
  'Bounds the ledger of one person; a withdrawal of what stands is always taken.';

create function private.name_consent_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What a person says about the version is not asked: it is the one that was in force.
  if current_setting('role') in ('anon', 'authenticated') then
    new.document_version_id := (select versions.id from private.legal_version_at(new.purpose, new.occurred_at) as versions);
  end if;
  new.text_hash := (select versions.text_hash from public.legal_document_versions as versions where versions.id = new.document_version_id);
  return new;
end $$;
comment on function private.name_consent_text() is
  'Gives a line of the ledger the version that was in force at its moment, and the hash of its text.';

create policy consent_events_select_own on public.consent_events for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

create trigger consent_events_insert_project after insert on public.consent_events
  for each row execute function private.project_consent();

create trigger consent_events_insert_limit before insert on public.consent_events
  for each row when (new.user_id is not null and current_setting('role') in ('anon', 'authenticated'))
  execute function private.limit_consent_lines();

create trigger consent_events_viewing_guard before insert or update or delete on public.consent_events
  for each statement execute function private.refuse_in_viewing();

create trigger consent_events_insert_text before insert on public.consent_events
  for each row execute function private.name_consent_text();
