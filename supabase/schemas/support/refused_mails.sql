create table private.refused_mails (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[0-9a-f]{64}$'),
  refused_at timestamptz not null default now(),
  reason text not null
    check (reason in ('automatic', 'bounce', 'full', 'list', 'loop', 'refused', 'sender', 'too_large', 'unreadable')),
  sender text check (char_length(sender) <= 254),
  is_verified boolean not null,
  recipient text check (char_length(recipient) <= 320),
  ticket_id uuid references public.support_tickets on delete cascade,
  subject text not null check (char_length(subject) <= 200),
  bytes bigint not null check (bytes >= 0),
  content jsonb check (char_length(content::text) <= 200000)
);
comment on table private.refused_mails is
  'Mails to the support that were not taken, without their files; of each sender the newest twenty, of all the newest two thousand, for thirty days.';
comment on column private.refused_mails.key is 'The same however often the same mail is refused for the same reason.';
comment on column private.refused_mails.is_verified is 'A mail server that the academy trusts found that the sender is who it says. What is forged in a name takes no room of its mails.';
comment on column private.refused_mails.recipient is 'The address without the secret of a ticket; null where nobody could read it.';
comment on column private.refused_mails.content is 'Of a mail that was dropped as a program''s: what receive_support_mail would have been given, so that staff can take it after all. Null for one that was refused.';
comment on column private.refused_mails.ticket_id is 'The ticket whose address it was sent to.';
create index refused_mails_refused_at_idx on private.refused_mails (refused_at, id);
create index refused_mails_ticket_id_idx on private.refused_mails (ticket_id);
create index refused_mails_sender_idx on private.refused_mails (sender);
alter table private.refused_mails enable row level security;

create view private.export_refused_mails with (security_invoker = true) as
  select users.id as person, mails.refused_at, mails.subject, mails.bytes, mails.reason, mails.content ->> 'words' as words, mails.content ->> 'rest' as rest
  from private.refused_mails as mails join public.users on users.email = mails.sender and users.email_verified
  where mails.is_verified;

create function private.forget_refused_mails() returns void
language sql volatile security definer set search_path = '' as $$
  -- One at a time, so that all together keep to the bound and none waits for another's rows.
  select pg_advisory_xact_lock(hashtextextended('refused mails', 0));
  delete from private.refused_mails as mails where mails.id in (
    select ranked.id from (
      select lines.id, lines.refused_at,
        row_number() over (partition by lines.is_verified, lines.sender order by lines.refused_at desc, lines.id) as of_sender,
        row_number() over (partition by lines.is_verified order by lines.refused_at desc, lines.id) as of_all
      from private.refused_mails as lines) as ranked
    where ranked.of_sender > 20 or ranked.of_all > 1000 or ranked.refused_at < now() - interval '30 days')
$$;
comment on function private.forget_refused_mails() is
  'Keeps the newest twenty lines of each sender and the newest thousand of all, of those who were verified and of the others apart, for thirty days.';
grant execute on function private.forget_refused_mails() to service_role;

create function public.forget_refused_mails() returns void
language sql volatile set search_path = '' begin atomic select private.forget_refused_mails(); end;
comment on function public.forget_refused_mails() is
  'Forgets lines about refused mails that are too many or too old. For the service key alone.';

create function private.list_refused_mail(mail jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place private.mail_place := private.mail_place_of(mail ->> 'recipient');
begin
  insert into private.refused_mails (key, reason, sender, is_verified, recipient, ticket_id, subject, bytes, content)
  values (mail ->> 'key', mail ->> 'reason', lower(left(mail ->> 'sender', 254)), (mail -> 'is_verified')::boolean,
    left(regexp_replace(lower(trim(mail ->> 'recipient')), '\+[^@]*@', '@'), 320), place.ticket_id, left(mail ->> 'subject', 200),
    (mail -> 'bytes')::bigint, nullif(mail -> 'content', 'null'))
  on conflict on constraint refused_mails_key_key do nothing;
  perform private.forget_refused_mails();
end $$;
grant execute on function private.list_refused_mail(jsonb) to service_role;

create function public.list_refused_mail(mail jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.list_refused_mail(mail); end;
comment on function public.list_refused_mail(jsonb) is
  'Adds a line about a mail that was not taken: {key, reason, recipient, sender, is_verified, subject, bytes, content (the mail as for receive_support_mail, where it was dropped as a program''s)}; the same key is there once. For the service key alone.';

create function private.list_refused_mails(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  caller constant uuid := private.require_support();
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  search text := lower(left(trim(coalesce(query ->> 'search', '')), 320));
  conditions text[] := array[$c$mails.refused_at > now() - interval '30 days'$c$];
  found json;
  total bigint;
begin
  if search <> '' then
    -- By the whole address only: by parts, a mask could be guessed sign by sign.
    conditions := conditions || format('mails.sender = %L', search);
  end if;
  if jsonb_typeof(query -> 'reason') = 'string' then
    conditions := conditions || format('mails.reason = %L', left(query ->> 'reason', 20));
  end if;
  if query -> 'count' = 'true' then
    execute format('select count(*) from private.refused_mails as mails where %s', array_to_string(conditions, ' and ')) into total;
  end if;
  if cursor_at <> 'null' then
    conditions := conditions || format('(mails.refused_at, mails.id) %s (%L::timestamptz, %L::uuid)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (select mails.* from private.refused_mails as mails where %1$s order by mails.refused_at %2$s, mails.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.refused_at::text, 'refused_at', page.refused_at,
      'reason', page.reason, 'sender_masked', private.mask_email(page.sender), 'is_verified', page.is_verified, 'recipient', page.recipient,
      'ticket_id', page.ticket_id, 'subject', page.subject, 'bytes', page.bytes, 'has_content', page.content is not null) order by page.refused_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;
grant execute on function private.list_refused_mails(jsonb) to authenticated;

create function public.list_refused_mails(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_refused_mails(query); end;
comment on function public.list_refused_mails(jsonb) is
  'A page of the mails to the support that were dropped or refused, with why, senders masked, for staff with support.access: {search (a whole address), reason, direction, count, before | after: {value, id}}.';
grant execute on function public.list_refused_mails(jsonb) to authenticated;

create function private.open_refused_mail(mail_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  sender text := (select mails.sender from private.refused_mails as mails where mails.id = open_refused_mail.mail_id);
  student uuid := (select users.id from public.users where users.email = sender);
begin
  if sender is null then
    perform private.raise_app_error('MAIL_NOT_FOUND', 404, 'No such mail was refused, or its sender is not known');
  end if;
  if student is not null then
    perform private.record_view(student, 'record');
  end if;
  insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'sender opened', 'refused_mails', mail_id::text);
  delete from private.opened_mails as old where old.opened_at < now() - interval '10 minutes';
  insert into private.opened_mails as opened (admin_id, mail_id)
  select staff.admin_id, open_refused_mail.mail_id from private.current_staff() as staff
  on conflict on constraint opened_mails_pkey do update set opened_at = now(), noted_in = pg_current_xact_id();
end $$;
grant execute on function private.open_refused_mail(uuid) to authenticated;

create function public.open_refused_mail(mail_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_refused_mail(mail_id); end;
comment on function public.open_refused_mail(uuid) is
  'Opens the sender of a refused mail for ten minutes, for staff with support.access. The audit log and the student know of it.';
grant execute on function public.open_refused_mail(uuid) to authenticated;

create function private.read_refused_mail(mail_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
begin
  if not exists (
    select from private.opened_mails as opened join private.current_staff() as staff on staff.admin_id = opened.admin_id
    where opened.mail_id = read_refused_mail.mail_id and opened.opened_at > now() - interval '10 minutes'
      and opened.noted_in is distinct from pg_current_xact_id_if_assigned()) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The address is opened before it is read');
  end if;
  return (select json_build_object('sender', mails.sender, 'words', mails.content ->> 'words', 'rest', mails.content ->> 'rest',
    'files', coalesce((select jsonb_agg(files -> 'name') from jsonb_array_elements(mails.content -> 'files') as files), '[]'))
    from private.refused_mails as mails where mails.id = read_refused_mail.mail_id);
end $$;
grant execute on function private.read_refused_mail(uuid) to authenticated;

create function public.read_refused_mail(mail_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_refused_mail(mail_id); end;
comment on function public.read_refused_mail(uuid) is
  'The sender of a refused mail and, where it was dropped as a program''s, its words and the names of its files, for the member of staff who opened it in the last ten minutes (open_refused_mail).';
grant execute on function public.read_refused_mail(uuid) to authenticated;

create function private.take_refused_mail(mail_id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  mail private.refused_mails;
  placed jsonb;
begin
  select * into mail from private.refused_mails as mails where mails.id = take_refused_mail.mail_id for update;
  if mail.content is null then
    perform private.raise_app_error('MAIL_NOT_FOUND', 404, 'No such mail was dropped, or it has been taken already');
  end if;
  placed := private.place_support_mail(mail.content || '{"is_absence": false}', false);
  if placed ->> 'outcome' not in ('threaded', 'held', 'opened', 'repeated') then
    perform private.raise_app_error('MAIL_NOT_PLACED', 409, 'The mail has no place any more: its ticket is full or gone, or the address of the support is another');
  end if;
  delete from private.refused_mails as mails where mails.id = mail.id;
  insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'dropped mail taken', 'refused_mails', mail.id::text);
  return placed;
end $$;
grant execute on function private.take_refused_mail(uuid) to authenticated;

create function public.take_refused_mail(mail_id uuid) returns json
language sql volatile set search_path = '' begin atomic select private.take_refused_mail(mail_id); end;
comment on function public.take_refused_mail(uuid) is
  'Takes a mail that was dropped as a program''s to where it was sent, as if a person had written it, for staff with support.access. Answers {outcome, ticket_id} as receive_support_mail does.';
grant execute on function public.take_refused_mail(uuid) to authenticated;
