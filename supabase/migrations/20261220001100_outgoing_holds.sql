-- A restored copy sends nothing until a person decides (decision 0143): the hold is a row that every process, function and
-- schedule sees.
create table private.outgoing_holds (
  id uuid primary key default gen_random_uuid(),
  held_at timestamptz not null default now(),
  cause text not null check (char_length(cause) between 1 and 200),
  backup_at timestamptz,
  backup_site_url text check (char_length(backup_site_url) <= 500),
  site_url text check (char_length(site_url) <= 500),
  kinds text[] not null,
  ended_at timestamptz,
  constraint outgoing_holds_kinds_check check (kinds <@ '{sign_in,mails,campaigns,schedules,deletions}'),
  constraint outgoing_holds_ended_check check ((ended_at is null) = (kinds <> '{}'))
);
comment on table private.outgoing_holds is
  'Why and since when nothing leaves: at most one hold is open. Its kinds are those about which nobody has decided yet.';
comment on column private.outgoing_holds.backup_at is 'When the backup was made; null where that is not known.';
comment on column private.outgoing_holds.backup_site_url is 'The site address of the academy that was backed up; null where that is not known.';
comment on column private.outgoing_holds.site_url is 'The site address of the academy that runs on this database now.';
comment on column private.outgoing_holds.kinds is
  'Still held: sign_in (mails of sign-in, where this database has them), mails (email_outbox), campaigns, schedules (content that is shown and hidden by itself), deletions (accounts that are due).';
create unique index outgoing_holds_one_open on private.outgoing_holds ((true)) where ended_at is null;
revoke all on private.outgoing_holds from anon, authenticated, service_role;
alter table private.outgoing_holds enable row level security;

create function private.is_outgoing_held(kind text default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.outgoing_holds as holds
    where holds.ended_at is null and (is_outgoing_held.kind is null or is_outgoing_held.kind = any (holds.kinds)))
$$;
comment on function private.is_outgoing_held(text) is 'Whether a kind is held; without a kind, whether anything is.';
revoke execute on function private.is_outgoing_held(text) from public;
grant execute on function private.is_outgoing_held(text) to service_role, supabase_auth_admin;
create function public.is_outgoing_held(kind text) returns boolean
language sql stable set search_path = '' begin atomic select private.is_outgoing_held(kind); end;
comment on function public.is_outgoing_held(text) is 'For who sends, before a mail is taken: whether its kind is held.';
revoke execute on function public.is_outgoing_held(text) from public, anon, authenticated;
grant execute on function public.is_outgoing_held(text) to service_role, supabase_auth_admin;

create function private.hold_outgoing(cause text, backup_at timestamptz, backup_site_url text, site_url text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  held constant text[] := case when to_regclass('mail.outbox') is null then '{}'::text[] else '{sign_in}'::text[] end
    || '{mails,campaigns,schedules,deletions}'::text[];
  hold private.outgoing_holds;
begin
  insert into private.outgoing_holds as holds (cause, backup_at, backup_site_url, site_url, kinds)
  values (left(coalesce(nullif(trim(hold_outgoing.cause), ''), 'restored'), 200), hold_outgoing.backup_at,
    left(hold_outgoing.backup_site_url, 500), left(hold_outgoing.site_url, 500), held)
  on conflict ((true)) where ended_at is null do update set held_at = now(), cause = excluded.cause,
    backup_at = excluded.backup_at, backup_site_url = excluded.backup_site_url, site_url = excluded.site_url, kinds = excluded.kinds
  returning * into hold;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'outgoing held', 'outgoing_holds', hold.id::text, jsonb_build_object('cause', hold.cause, 'backup_at', hold.backup_at));
  return hold.id;
end $$;
comment on function private.hold_outgoing(text, timestamptz, text, text) is
  'Holds everything that leaves by itself, also what an open hold had let go already; gives the id of the hold.';
revoke execute on function private.hold_outgoing(text, timestamptz, text, text) from public;
grant execute on function private.hold_outgoing(text, timestamptz, text, text) to service_role;
create function public.hold_outgoing(
  cause text default 'restored', backup_at timestamptz default null, backup_site_url text default null, site_url text default null) returns uuid
language sql volatile set search_path = '' begin atomic
  select private.hold_outgoing(cause, backup_at, backup_site_url, site_url);
end;
comment on function public.hold_outgoing(text, timestamptz, text, text) is
  'For the owner and the service key: holds everything that leaves by itself, after a database was restored or copied, until somebody decides (decide_outgoing).';
revoke execute on function public.hold_outgoing(text, timestamptz, text, text) from public, anon, authenticated;
grant execute on function public.hold_outgoing(text, timestamptz, text, text) to service_role;
