create table public.consent_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid(),
  subject_key text check (subject_key ~ '^[A-Za-z0-9_-]{8,64}$'),
  purpose text not null check (
    purpose in ('terms', 'privacy', 'marketing', 'cookies_analytics', 'cookies_marketing', 'cookies_preferences')),
  granted boolean not null,
  document_version_id uuid references public.legal_document_versions on delete restrict,
  occurred_at timestamptz not null default now(),
  constraint consent_events_purpose_needs_person_check
    check (purpose like 'cookies%' or user_id is not null or subject_key is null)
);
comment on table public.consent_events is
  'The ledger of consents: lines are added, never changed. The columns on users are its projection.';
comment on column public.consent_events.subject_key is 'Random key of a browser, for choices made before signing in.';
create index consent_events_user_id_purpose_idx on public.consent_events (user_id, purpose, occurred_at desc);
create index consent_events_document_version_id_idx on public.consent_events (document_version_id);
revoke all on public.consent_events from anon, authenticated, service_role;
grant insert (subject_key, purpose, granted, document_version_id) on public.consent_events to anon;
grant select, insert (user_id, subject_key, purpose, granted, document_version_id) on public.consent_events to authenticated;
grant select, insert on public.consent_events to service_role;
alter table public.consent_events enable row level security;
create policy consent_events_select_own on public.consent_events for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));
create policy consent_events_insert_visitor on public.consent_events for insert to anon
  with check (user_id is null and subject_key is not null and purpose like 'cookies%');
-- Terms and privacy are conditions of the account ([5-01]): they are given here, and end with the account.
create policy consent_events_insert_own on public.consent_events for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (granted or purpose not in ('terms', 'privacy'))
    and (select private.is_active_student()));
