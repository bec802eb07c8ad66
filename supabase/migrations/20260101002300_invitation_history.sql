create table public.invitation_history (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  role_id uuid not null references public.roles on delete restrict,
  invited_by uuid references public.admin_users on delete set null,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  expires_at timestamptz not null default now() + interval '7 days',
  invitation_token text not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'expired', 'revoked')),
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.invitation_history is 'Invitations to the staff, valid 7 days ([9-04]); one pending per address.';
comment on column public.invitation_history.invitation_token is 'SHA-256 of the token in hex; the token itself is only in the mailed link.';
create unique index invitation_history_pending_email_key on public.invitation_history (email) where status = 'pending';
create index invitation_history_role_id_idx on public.invitation_history (role_id);
create index invitation_history_invited_by_idx on public.invitation_history (invited_by);
create index invitation_history_created_at_idx on public.invitation_history (created_at desc);
revoke all on public.invitation_history from anon, authenticated;
grant select on public.invitation_history to authenticated;
alter table public.invitation_history enable row level security;
create policy invitation_history_select_viewer on public.invitation_history for select to authenticated
  using ((select private.has_permission('users.view', 'users.manage')));
create trigger invitation_history_update_touch before update on public.invitation_history
  for each row execute function private.set_updated_at();
create trigger invitation_history_change_audit after insert or update or delete on public.invitation_history
  for each row execute function private.record_change('always');
