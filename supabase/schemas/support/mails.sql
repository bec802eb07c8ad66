create type private.mail_place as (kind text, ticket_id uuid);

create table private.support_mails (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[0-9a-f]{64}$'),
  ticket_id uuid not null references public.support_tickets on delete cascade,
  message_id uuid unique references public.support_messages on delete cascade,
  state text not null check (state in ('taken', 'held', 'discarded')),
  is_verified boolean not null,
  sender text not null check (char_length(sender) <= 254),
  sender_name text not null check (char_length(sender_name) <= 160),
  subject text not null check (char_length(subject) <= 200),
  words text not null check (char_length(words) <= 20000),
  rest text not null check (char_length(rest) <= 20000),
  mail_id text check (char_length(mail_id) <= 250),
  received_at timestamptz not null default now(),
  is_absence boolean not null default false,
  check ((state = 'taken') = (message_id is not null)),
  check (state = 'held' or words = '')
);
comment on table private.support_mails is
  'Every mail that was taken: whose word it is, and beside a thread what is held because its sender is not surely the person.';
comment on column private.support_mails.key is 'The same however often and by whatever way a mail comes.';
comment on column private.support_mails.is_verified is 'A mail server that the academy trusts found that the sender is who it says.';
comment on column private.support_mails.rest is 'What is folded: quoted mails and signature.';
comment on column private.support_mails.is_absence is 'By its subject a note that somebody is away: no answer, so it waits beside the thread and opens no ticket.';
comment on column private.support_mails.mail_id is 'Its Message-ID, to which the next answer refers.';
create index support_mails_ticket_id_idx on private.support_mails (ticket_id, received_at);
alter table private.support_mails enable row level security;

create table private.support_files (
  id uuid primary key default gen_random_uuid(),
  mail_id uuid not null references private.support_mails(id) on delete cascade,
  place integer not null,
  name text not null check (char_length(name) between 1 and 120),
  mime text not null check (char_length(mime) <= 120),
  bytes bigint not null check (bytes >= 0),
  path text check (path ~ '^[0-9a-f]{32}/[0-9a-f]{32}\.[a-z]{3,4}$'),
  refusal text check (refusal in ('TYPE', 'HEIC', 'TNEF', 'EMPTY', 'SIZE', 'BROKEN', 'TOO_MANY', 'AUTOMATIC')),
  constraint support_files_mail_id_place_key unique (mail_id, place),
  constraint support_files_check check ((path is null) <> (refusal is null))
);
comment on table private.support_files is
  'What came with a mail: where it lies in the bucket support-files, or why it was not kept. Pictures were drawn anew.';
create index support_files_path_idx on private.support_files (path);
alter table private.support_files enable row level security;

create view private.export_support_mails with (security_invoker = true) as
  select tickets.user_id as person, mails.received_at, mails.ticket_id, mails.sender, mails.subject, mails.rest
  from private.support_mails as mails join public.support_tickets as tickets on tickets.id = mails.ticket_id
  where mails.state = 'taken' and tickets.user_id is not null;

create view private.export_support_files with (security_invoker = true) as
  select tickets.user_id as person, mails.received_at, mails.ticket_id, files.name, files.mime, files.bytes, files.refusal
  from private.support_files as files join private.support_mails as mails on mails.id = files.mail_id
    join public.support_tickets as tickets on tickets.id = mails.ticket_id
  where mails.state = 'taken' and tickets.user_id is not null;

create function private.mail_place_of(recipient text) returns private.mail_place
language plpgsql stable security definer set search_path = '' as $$
declare
  ours text := lower((select settings.reply_address from private.support_settings as settings));
  named text := lower(trim(recipient));
  ticket uuid;
begin
  if named = ours then
    return ('desk', null)::private.mail_place;
  end if;
  if named like '%+%' and regexp_replace(named, '\+[^@]*@', '@') = ours then
    ticket := private.ticket_of_reply_key(substring(named from '\+([^@]*)@'));
    if ticket is not null then
      return ('ticket', ticket)::private.mail_place;
    end if;
  end if;
  return null;
end $$;
comment on function private.mail_place_of(text) is
  'Where a mail to an address belongs: to a ticket, by the secret in name+key@domain, or to the desk, by the bare address; null for nowhere.';
grant execute on function private.mail_place_of(text) to service_role;

create function public.support_mail_place(recipient text) returns text
language sql stable set search_path = '' begin atomic select (private.mail_place_of(recipient)).kind; end;
comment on function public.support_mail_place(text) is
  'Whether the support receives mail at an address: ticket, desk or null. For the service key alone.';

create function private.is_ticket_of(ticket public.support_tickets, sender text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A student who has another address by now speaks with that one.
  select lower(coalesce((select users.email from public.users where users.id = ticket.user_id), ticket.email)) = lower(sender)
$$;
comment on function private.is_ticket_of(public.support_tickets, text) is
  'Whether an address is that of the person who opened a ticket.';

create function private.ticket_answered_by(mail jsonb) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive named as (
    select substring(reference from '^ticket\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@')::uuid as id
    from jsonb_array_elements_text(mail -> 'references') as reference limit 50),
  chain as (
    select tickets.id, tickets.merged_into from named join public.support_tickets as tickets on tickets.id = named.id
    union select tickets.id, tickets.merged_into from chain join public.support_tickets as tickets on tickets.id = chain.merged_into)
  select tickets.id from chain join public.support_tickets as tickets on tickets.id = chain.id
  where chain.merged_into is null and private.is_ticket_of(tickets, mail ->> 'sender') limit 1
$$;
comment on function private.ticket_answered_by(jsonb) is
  'The ticket of the sender whose mails a mail refers to: programs that answer to the bare address stay in the conversation.';

create function private.open_mailed_ticket(mail jsonb) returns public.support_tickets
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_verified constant boolean := (mail -> 'is_verified')::boolean;
  student record;
  subject text := left(regexp_replace(mail ->> 'subject', '^(\s*(re|fwd?|השב|תשובה|הועבר)\s*:)+\s*', '', 'i'), 120);
  ticket public.support_tickets;
begin
  -- Whoever may have been named by another opens nothing in that account.
  select users.id, users.email, nullif(trim(concat_ws(' ', users.first_name, users.last_name)), '') as full_name into student
    from public.users where is_verified and users.email = mail ->> 'sender' and users.is_active and users.email_verified;
  insert into public.support_tickets (user_id, name, email, subject, channel)
  values (student.id, coalesce(nullif(left(regexp_replace(student.full_name, '[[:cntrl:]]+', ' ', 'g'), 160), ''),
      nullif(mail ->> 'sender_name', ''), split_part(mail ->> 'sender', '@', 1)),
    mail ->> 'sender', case when char_length(subject) < 3 then 'פנייה במייל' else subject end, 'mail')
  returning * into ticket;
  return ticket;
end $$;
comment on function private.open_mailed_ticket(jsonb) is
  'A ticket of a mail to the bare address: of the student whose verified address sent it, else of a visitor.';

create function private.add_mailed_words(ticket public.support_tickets, words text, key text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  added_message uuid;
begin
  insert into public.support_messages (ticket_id, body, from_staff, channel, mail_message_id, created_at)
  values (ticket.id, words, false, 'mail', key, clock_timestamp()) returning id into added_message;
  perform private.reopen_ticket(ticket);
  return added_message;
end $$;
comment on function private.add_mailed_words(public.support_tickets, text, text) is
  'What the person of a ticket said by mail; the caller has locked the ticket.';

create function private.note_mail(ticket uuid, words text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.support_notes (ticket_id, author_first_name, body) values (ticket, 'מערכת המייל', words);
end $$;
comment on function private.note_mail(uuid, text) is
  'What the staff read in the thread about a mail; no word of the mail itself.';

create function private.keep_mail(mail jsonb, key text, ticket uuid, added_message uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored_mail uuid;
begin
  insert into private.support_mails (key, ticket_id, message_id, state, is_verified, sender, sender_name, subject, words, rest, mail_id, is_absence)
  values (keep_mail.key, ticket, added_message, case when added_message is null then 'held' else 'taken' end, (mail -> 'is_verified')::boolean,
    mail ->> 'sender', mail ->> 'sender_name', left(mail ->> 'subject', 200), case when added_message is null then mail ->> 'words' else '' end,
    mail ->> 'rest', mail ->> 'mail_id', coalesce((mail -> 'is_absence')::boolean, false))
  returning id into stored_mail;
  insert into private.support_files (mail_id, place, name, mime, bytes, path, refusal)
  select stored_mail, files.place, files.file ->> 'name', files.file ->> 'mime', (files.file ->> 'bytes')::bigint, files.file ->> 'path', files.file ->> 'refusal'
  from jsonb_array_elements(mail -> 'files') with ordinality as files (file, place);
end $$;
comment on function private.keep_mail(jsonb, text, uuid, uuid) is
  'Keeps a mail with its files; without a message it is held beside the thread.';

create function private.place_support_mail(mail jsonb, is_limited boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place private.mail_place := private.mail_place_of(mail ->> 'recipient');
  is_absence constant boolean := coalesce((mail -> 'is_absence')::boolean, false);
  is_verified constant boolean := coalesce((mail -> 'is_verified')::boolean, false);
  is_of_owner boolean;
  mail_key text;
  ticket public.support_tickets;
  added_message uuid;
begin
  if place.kind is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if place.kind = 'desk' and is_verified then
    place.ticket_id := private.ticket_answered_by(mail);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('support mail ' || (mail ->> 'sender'), 0));
  -- While the lock was waited for, the ticket may have been merged into another.
  loop
    select * into ticket from public.support_tickets as tickets where tickets.id = place.ticket_id for update;
    exit when ticket.merged_into is null;
    place.ticket_id := ticket.merged_into;
  end loop;
  -- A copy that somebody else sends first, or that nobody vouched for, is another mail: it keeps none out.
  mail_key := encode(sha256(convert_to(concat_ws(E'\n', mail ->> 'id', mail ->> 'sender', is_verified, coalesce(place.ticket_id::text, 'desk')), 'UTF8')), 'hex');
  if exists (select from private.support_mails as mails where mails.key = mail_key) then
    return jsonb_build_object('outcome', 'repeated', 'ticket_id', place.ticket_id);
  end if;
  if place.ticket_id is null then
    if is_absence then
      return jsonb_build_object('outcome', 'absence');
    end if;
    if is_limited and not private.take_desk_mail(mail ->> 'sender', is_verified) then
      return jsonb_build_object('outcome', 'busy');
    end if;
    ticket := private.open_mailed_ticket(mail);
    added_message := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
    if not is_verified then
      perform private.note_mail(ticket.id, 'אף שרת מייל לא אישר שהפנייה באמת מהכתובת הזאת.');
    end if;
    perform private.keep_mail(mail, mail_key, ticket.id, added_message);
    return jsonb_build_object('outcome', 'opened', 'ticket_id', ticket.id);
  end if;
  is_of_owner := is_verified and private.is_ticket_of(ticket, mail ->> 'sender');
  if is_limited and not private.take_call(case when is_of_owner then 'ticket mail of its owner' else 'ticket mail' end, ticket.id::text, 30, '1 hour') then
    return jsonb_build_object('outcome', 'busy');
  end if;
  if (select count(*) from public.support_messages as sent where sent.ticket_id = ticket.id) >= 500
    or ((is_absence or not is_of_owner)
      and (select count(*) from private.support_mails as mails where mails.ticket_id = ticket.id and mails.state <> 'taken') >= 50) then
    return jsonb_build_object('outcome', 'full');
  end if;
  if is_of_owner and not is_absence then
    added_message := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
  elsif not is_absence then
    -- It opens the ticket, so that it is seen; its words stay outside.
    perform private.reopen_ticket(ticket);
    perform private.note_mail(ticket.id, format('הגיע מייל מ־%s שלא ברור שהוא מהפונה. הוא מחכה מחוץ לשיחה.', private.mask_email(mail ->> 'sender')));
  end if;
  perform private.keep_mail(mail, mail_key, ticket.id, added_message);
  return jsonb_build_object('outcome', case when added_message is null then 'held' else 'threaded' end, 'ticket_id', ticket.id);
exception
  when check_violation or not_null_violation or invalid_text_representation then
    return jsonb_build_object('outcome', 'unreadable');
end $$;
comment on function private.place_support_mail(jsonb, boolean) is
  'Puts a mail into its thread, beside it or into a new ticket; is_limited where whoever sent it asks, and not a member of the staff.';

create function private.receive_support_mail(mail jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.place_support_mail(mail, true) - 'ticket_id'
$$;
grant execute on function private.receive_support_mail(jsonb) to service_role;

create function public.receive_support_mail(mail jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.receive_support_mail(mail); end;
comment on function public.receive_support_mail(jsonb) is
  'Takes a mail that the server read: {recipient, id, mail_id, references, sender, sender_name, is_verified, is_absence, subject, words, rest, files: [{name, mime, bytes, path | refusal}]}. Answers threaded, held (not surely of the person), opened (a new ticket), repeated, unknown (no such address), busy (too many, later), full, absence (a note of absence that belongs to no ticket) or unreadable. For the service key alone.';

create function private.stale_support_files() returns jsonb
language sql volatile security definer set search_path = '' as $$
  select coalesce(jsonb_agg(stale.name), '[]') from (
    select objects.name from storage.objects
    where objects.bucket_id = 'support-files' and objects.created_at < now() - interval '1 hour'
      and not exists (select from private.support_files as files where files.path = objects.name)
    order by objects.created_at limit 50) as stale
$$;
grant execute on function private.stale_support_files() to service_role;

create function public.stale_support_files() returns jsonb
language sql volatile set search_path = '' begin atomic select private.stale_support_files(); end;
comment on function public.stale_support_files() is
  'Fifty files of mails that are gone, or were never taken, an hour old or more; the server deletes them. For the service key alone.';

create function private.take_desk_mail(sender text, is_verified boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not is_verified then
    return private.take_call('unverified mails to the desk', '', 60, '1 hour')
      and private.take_call('unverified mails in a name', sender, 5, '1 hour');
  end if;
  -- Who owns a domain writes under as many names as they like; no domain uses up what a student has.
  if not exists (select from public.users where users.email = sender and users.is_active and users.email_verified)
    and not private.take_call('mails of a domain', split_part(sender, '@', 2), 60, '1 hour') then
    return false;
  end if;
  return private.take_call('verified mails to the desk', sender, 5, '1 hour');
end $$;
comment on function private.take_desk_mail(text, boolean) is
  'Takes one of the new tickets by mail of an hour: five of a sender for whom a mail server vouches, sixty of a domain without counting students, and sixty of all others together, five of them in one name.';
