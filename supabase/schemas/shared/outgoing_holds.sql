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
comment on column private.outgoing_holds.kinds is 'Still held: sign_in (mails of sign-in, where this database has them), mails (email_outbox), campaigns, schedules (content that is shown and hidden by itself), deletions (accounts that are due).';
create unique index outgoing_holds_one_open on private.outgoing_holds ((true)) where ended_at is null;
alter table private.outgoing_holds enable row level security;

create function private.is_outgoing_held(kind text default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.outgoing_holds as holds
    where holds.ended_at is null and (is_outgoing_held.kind is null or is_outgoing_held.kind = any (holds.kinds)))
$$;
comment on function private.is_outgoing_held(text) is
  'Whether a kind is held; without a kind, whether anything is.';
grant execute on function private.is_outgoing_held(text) to service_role, supabase_auth_admin;

create function public.is_outgoing_held(kind text) returns boolean
language sql stable set search_path = '' begin atomic select private.is_outgoing_held(kind); end;
comment on function public.is_outgoing_held(text) is
  'For who sends, before a mail is taken: whether its kind is held.';
grant execute on function public.is_outgoing_held(text) to supabase_auth_admin;

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
grant execute on function private.hold_outgoing(text, timestamptz, text, text) to service_role;

create function public.hold_outgoing(
  cause text default 'restored', backup_at timestamptz default null, backup_site_url text default null, site_url text default null) returns uuid
language sql volatile set search_path = '' begin atomic
  select private.hold_outgoing(cause, backup_at, backup_site_url, site_url);
end;
comment on function public.hold_outgoing(text, timestamptz, text, text) is
  'For the owner and the service key: holds everything that leaves by itself, after a database was restored or copied, until somebody decides (decide_outgoing).';

create function public.claim_emails(batch_size integer default 10, caught boolean default false) returns setof public.email_outbox
language sql volatile set search_path = '' as $$
  update public.email_outbox set attempts = attempts + 1, locked_until = now() + interval '2 minutes'
  where id in (
    select due.id from public.email_outbox as due
    where due.status = 'queued' and due.next_attempt_at <= now() and (due.locked_until is null or due.locked_until < now())
      and (caught or not public.is_outgoing_held('mails'))
    order by due.next_attempt_at limit least(greatest(batch_size, 0), 100) for update skip locked)
  returning *
$$;
comment on function public.claim_emails(integer, boolean) is
  'Takes due mails for two minutes, so that any number of workers can share the queue; none while mails are held. caught: the mail server delivers nothing and only shows what it got, so that what is held may go there.';

create function private.require_outgoing_right() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if current_setting('role') in ('anon', 'authenticated') and not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
end $$;
comment on function private.require_outgoing_right() is
  'Ends the statement for anybody but staff with settings.manage, the service key and the owner.';

create function private.sign_in_mails() returns table (id uuid, kind text, recipient text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('mail.outbox') is not null then
    return query execute $sql$select id, kind, recipient, created_at from mail.outbox where status = 'queued'$sql$;
  end if;
end $$;
comment on function private.sign_in_mails() is
  'Mails of sign-in that wait, where the sign-in service keeps them in this database.';

create function private.outgoing_things() returns table (kind text, at timestamptz, what text, recipient text, people bigint)
language sql stable security definer set search_path = '' as $$
  select 'sign_in', mails.created_at, mails.kind, mails.recipient, 1::bigint from private.sign_in_mails() as mails
  union all
  select 'mails', mails.created_at, mails.kind, mails.recipient, 1 from public.email_outbox as mails
  where mails.status = 'queued' and not mails.is_decoy
  union all
  select 'campaigns', coalesce(campaigns.started_at, campaigns.starts_at), campaigns.name, null, (
      select count(*) from private.campaign_recipients as waiting where waiting.campaign_id = campaigns.id and waiting.state = 'waiting')
  from private.campaigns where campaigns.state in ('scheduled', 'sending')
  union all
  select 'schedules', least(items.publish_at, items.unpublish_at), coalesce(items.draft ->> kinds.title_field, ''), null, 0
  from private.content_items as items join private.content_kinds as kinds on kinds.kind = items.kind
  where items.publish_at is not null or items.unpublish_at is not null
  union all
  select 'deletions', users.deletion_due_at, '', users.email, 1 from public.users where users.deletion_due_at <= now()
$$;
comment on function private.outgoing_things() is
  'What leaves by itself once it is not held, each with its kind, a time (of queueing, of the start, of the moment, of the due date), its recipient where it has one and how many people it reaches.';

create function private.read_outgoing_hold() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_outgoing_right();
  return (
    select json_build_object('id', holds.id, 'held_at', holds.held_at, 'cause', holds.cause, 'backup_at', holds.backup_at,
      'backup_site_url', holds.backup_site_url, 'site_url', holds.site_url, 'kinds', (
        select json_agg(json_build_object('kind', held.kind, 'count', coalesce(waiting.things, 0), 'people', coalesce(waiting.people, 0),
          'oldest_at', waiting.oldest_at, 'newest_at', waiting.newest_at) order by held.place)
        from unnest(holds.kinds) with ordinality as held (kind, place)
        left join (
          select things.kind, count(*) as things, sum(things.people) as people, min(things.at) as oldest_at, max(things.at) as newest_at
          from private.outgoing_things() as things group by things.kind) as waiting on waiting.kind = held.kind))
    from private.outgoing_holds as holds where holds.ended_at is null);
end $$;
grant execute on function private.read_outgoing_hold() to authenticated, service_role;

create function public.read_outgoing_hold() returns json
language sql stable set search_path = '' begin atomic select private.read_outgoing_hold(); end;
comment on function public.read_outgoing_hold() is
  'For settings.manage and the service key: the open hold and by kind that is still held how much waits ({kind, count, people, oldest_at, newest_at}); null where nothing is held.';
grant execute on function public.read_outgoing_hold() to authenticated;

create function private.list_outgoing(kind text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_outgoing_right();
  return (
    select coalesce(json_agg(json_build_object('at', things.at, 'what', things.what,
      'recipient', private.mask_email(things.recipient), 'people', things.people) order by things.at, things.what), '[]')
    from (select * from private.outgoing_things() as waiting where waiting.kind = list_outgoing.kind
      order by waiting.at, waiting.what limit 50) as things);
end $$;
grant execute on function private.list_outgoing(text) to authenticated, service_role;

create function public.list_outgoing(kind text) returns json
language sql stable set search_path = '' begin atomic select private.list_outgoing(kind); end;
comment on function public.list_outgoing(text) is
  'For settings.manage and the service key: the fifty oldest of a kind that wait, addresses masked ({at, what, recipient, people}).';
grant execute on function public.list_outgoing(text) to authenticated;

create function private.note_outgoing_site(site_url text) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.outgoing_holds as holds set site_url = left(note_outgoing_site.site_url, 500)
  where holds.ended_at is null and holds.site_url is distinct from left(note_outgoing_site.site_url, 500);
  return private.read_outgoing_hold();
end $$;
grant execute on function private.note_outgoing_site(text) to service_role;

create function public.note_outgoing_site(site_url text) returns json
language sql volatile set search_path = '' begin atomic select private.note_outgoing_site(site_url); end;
comment on function public.note_outgoing_site(text) is
  'For the process of the academy at its start: notes in an open hold under which address it runs, and gives what read_outgoing_hold gives.';

create function private.drop_sign_in_mails(older_than interval, why text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  dropped integer := 0;
begin
  if to_regclass('mail.outbox') is not null then
    -- An invitation is good for as long as its link; every other mail has a code beside it that lives ten minutes.
    execute $sql$update mail.outbox set status = 'abandoned', html = '', text_body = '', locked_until = null, last_error = $2
      where status = 'queued' and created_at <= now() - case when kind = 'invite' and $1 > interval '0' then interval '1 day' else $1 end$sql$
    using older_than, why;
    get diagnostics dropped = row_count;
  end if;
  return dropped;
end $$;

create function private.drop_mails(only_kind text, older_than interval, why text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  dropped integer;
begin
  update public.email_outbox as mails set status = 'abandoned', html = '', text_body = '', content = null, locked_until = null,
    last_error = drop_mails.why
  where mails.status = 'queued' and (only_kind is null or mails.kind = only_kind) and mails.created_at <= now() - older_than;
  get diagnostics dropped = row_count;
  return dropped;
end $$;

create function private.stop_campaigns(choice text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign private.campaigns;
  becomes text;
  stopped integer := 0;
begin
  for campaign in
    select * from private.campaigns where campaigns.state in ('scheduled', 'sending') order by campaigns.id for no key update
  loop
    becomes := case when campaign.state = 'scheduled' then 'draft' when campaign.occasion is null and choice = 'drop' then 'cancelled' else 'paused' end;
    update private.campaigns set state = becomes, version = version + 1, updated_at = now(),
      ended_at = case when becomes = 'cancelled' then now() end where id = campaign.id;
    if becomes = 'cancelled' then
      update private.campaign_recipients set state = 'skipped', reason = 'cancelled', settled_at = now()
      where campaign_id = campaign.id and state = 'waiting';
    end if;
    perform private.note_campaign('campaign ' || case becomes when 'draft' then 'unscheduled' else becomes end, campaign);
    stopped := stopped + 1;
  end loop;
  return stopped;
end $$;
comment on function private.stop_campaigns(text) is
  'Stops what is being sent or planned, as set_campaign_state does: drop cancels, pause pauses; what is planned becomes a draft, and an automatic one is only turned off.';

create function private.drop_schedules() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  dropped integer;
begin
  with taken_back as (
    update private.content_items as items set publish_at = null, unpublish_at = null
    where items.publish_at is not null or items.unpublish_at is not null returning items.kind, items.id)
  insert into public.audit_log (actor, action, entity, entity_id, after)
  select auth.uid(), 'content scheduled', kinds.live, taken_back.id::text, '{}'
  from taken_back join private.content_kinds as kinds on kinds.kind = taken_back.kind;
  get diagnostics dropped = row_count;
  return dropped;
end $$;

create function private.decide_outgoing(hold_id uuid, kinds text[], choice text, reason text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  why constant text := 'dropped after a restore';
  done constant text := 'outgoing ' || case choice when 'send' then 'released' when 'drop' then 'dropped' else 'paused' end;
  hold private.outgoing_holds;
  decided text[];
  one text;
  waited integer;
  dropped integer;
begin
  perform private.require_outgoing_right();
  if current_setting('role') = 'authenticated' then
    perform private.require_fresh_sign_in();
  end if;
  if choice is null or choice not in ('send', 'drop', 'pause') or coalesce(cardinality(kinds), 0) = 0
    or not kinds <@ '{sign_in,mails,campaigns,schedules,deletions}' or choice = 'pause' and kinds <> '{campaigns}'
    or choice = 'drop' and 'deletions' = any (kinds) or coalesce(trim(reason), '') = '' or char_length(reason) > 500 then
    perform private.raise_app_error('OUTGOING_INVALID', 400,
      'Kinds, a choice (send, drop, or pause for campaigns; deletions are never dropped) and a reason of at most 500 characters');
  end if;
  select * into hold from private.outgoing_holds as holds where holds.id = hold_id for update;
  if not found or hold.ended_at is not null and private.is_outgoing_held() then
    perform private.raise_app_error('OUTGOING_CHANGED', 409, 'The hold is another one now');
  end if;
  -- What somebody has decided stays so: a repeat finds nothing to do.
  decided := array(select held from unnest(hold.kinds) as held where held = any (decide_outgoing.kinds));
  foreach one in array decided loop
    waited := (select count(*) from private.outgoing_things() as things where things.kind = one);
    dropped := case
      when choice = 'send' then case one
        -- Never sent late: the codes and links in them are over, and who wanted in has asked again.
        when 'sign_in' then private.drop_sign_in_mails('10 minutes', 'its code was over before it could leave')
        when 'mails' then private.drop_mails('account_recovery', '1 day', 'its link was over before it could leave')
          + private.drop_mails('invite', '1 day', 'its link was over before it could leave')
          + (select sum(private.drop_mails(late, '10 minutes', 'its code was over before it could leave'))
            from unnest('{confirmation,magic_link,recovery,email_change}'::text[]) as late)
        else 0 end
      else case one
        when 'sign_in' then private.drop_sign_in_mails('0', why)
        when 'mails' then private.drop_mails(null, '0', why)
        when 'campaigns' then private.stop_campaigns(choice)
        else private.drop_schedules() end
    end;
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), done, 'outgoing_holds', hold.id::text,
      jsonb_build_object('kind', one, 'count', waited, 'dropped', dropped, 'reason', trim(reason)));
  end loop;
  update private.outgoing_holds as holds
  set kinds = array(select held from unnest(hold.kinds) as held where held <> all (decided)),
    ended_at = coalesce(holds.ended_at, case when hold.kinds <@ decided then now() end)
  where holds.id = hold.id and cardinality(decided) > 0;
  return json_build_object('decided', decided, 'hold', private.read_outgoing_hold());
end $$;
grant execute on function private.decide_outgoing(uuid, text[], text, text) to authenticated, service_role;

create function public.decide_outgoing(hold_id uuid, kinds text[], choice text, reason text) returns json
language sql volatile set search_path = '' begin atomic select private.decide_outgoing(hold_id, kinds, choice, reason); end;
comment on function public.decide_outgoing(uuid, text[], text, text) is
  'For settings.manage, freshly signed in, and the service key: lets kinds of an open hold go on (send), ends what waits (drop), or pauses campaigns (pause): {decided: kinds that this call decided, hold}. Mails of sign-in and recovery whose codes or links are over never leave. 400 OUTGOING_INVALID, 409 OUTGOING_CHANGED where the database was restored again meanwhile.';
grant execute on function public.decide_outgoing(uuid, text[], text, text) to authenticated;
