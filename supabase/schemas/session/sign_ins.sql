create table private.sign_ins (
  session_id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  signed_in_at timestamptz not null default now(),
  browser text not null,
  system text not null,
  address text,
  with_app boolean not null default false
);
comment on table private.sign_ins is
  'The last 50 sign-ins of an account, for 180 days: when, from which browser, system and masked address, and whether a code of the authenticator app was given. Written by the sign-in itself.';
comment on column private.sign_ins.session_id is 'The session that began; it may have ended long ago.';
create index sign_ins_user_id_signed_in_at_idx on private.sign_ins (user_id, signed_in_at desc);
create index sign_ins_signed_in_at_idx on private.sign_ins (signed_in_at);
alter table private.sign_ins enable row level security;

create view private.export_sign_ins with (security_invoker = true) as
  select user_id as person, signed_in_at, browser, system, address, with_app from private.sign_ins;

create function private.keep_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sign_ins (session_id, user_id, signed_in_at, browser, system, address)
  select new.id, new.user_id, coalesce(new.created_at, now()), coalesce(words.browser, ''), coalesce(words.system, ''), private.mask_address(new.ip)
  from private.device_words(new.user_agent) as words
  on conflict (session_id) do nothing;
  delete from private.sign_ins where sign_ins.session_id in (
    select recent.session_id from private.sign_ins as recent where recent.user_id = new.user_id
    order by recent.signed_in_at desc, recent.session_id offset 50);
  -- Every sign-in takes a few old ones along, whosever they are.
  delete from private.sign_ins where sign_ins.session_id in (
    select past.session_id from private.sign_ins as past where past.signed_in_at < now() - interval '180 days' limit 20);
  return null;
exception when others then
  raise warning 'a sign-in is not listed: %', sqlstate;
  return null;
end $$;
comment on function private.keep_sign_in() is 'Lists a sign-in and forgets the oldest; it never stops one.';

create function private.note_app_of_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.sign_ins set with_app = true where sign_ins.session_id = new.id and not sign_ins.with_app;
  return null;
exception when others then
  raise warning 'the second step of a sign-in is not listed: %', sqlstate;
  return null;
end $$;

create function private.list_my_sign_ins()
returns table (signed_in_at timestamptz, browser text, system text, address text, with_app boolean, is_open boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return query
    select mine.signed_in_at, mine.browser, mine.system, mine.address, mine.with_app,
      exists (select from auth.sessions where sessions.id = mine.session_id)
    from private.sign_ins as mine
    where mine.user_id = auth.uid() and mine.signed_in_at > now() - interval '180 days'
    order by mine.signed_in_at desc, mine.session_id limit 50;
end $$;
grant execute on function private.list_my_sign_ins() to authenticated;

create function public.list_my_sign_ins()
returns table (signed_in_at timestamptz, browser text, system text, address text, with_app boolean, is_open boolean)
language sql stable set search_path = '' begin atomic
  select mine.signed_in_at, mine.browser, mine.system, mine.address, mine.with_app, mine.is_open from private.list_my_sign_ins() as mine;
end;
comment on function public.list_my_sign_ins() is
  'The last 50 sign-ins of the caller within 180 days, ended ones too; addresses are masked. 401 SESSION_ENDED for a session that was ended.';
grant execute on function public.list_my_sign_ins() to authenticated;

create trigger sessions_insert_sign_in after insert on auth.sessions
  for each row execute function private.keep_sign_in();

create trigger sessions_update_sign_in after update of aal on auth.sessions
  for each row when (new.aal::text = 'aal2' and old.aal::text is distinct from 'aal2')
  execute function private.note_app_of_sign_in();
