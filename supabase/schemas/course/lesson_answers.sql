create table public.lesson_answers (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references public.lesson_contents on delete cascade,
  position_seconds integer not null check (position_seconds between 0 and 86400),
  question text check (char_length(question) between 1 and 500),
  body text not null check (char_length(body) between 1 and 4000),
  message_id uuid unique references public.support_messages on delete set null,
  published_by uuid references public.admin_users on delete set null,
  published_at timestamptz not null default now()
);
comment on table public.lesson_answers is
  'What the staff answered to a question and published at its second of the lesson, as reviewed by them; nothing of who asked.';
comment on column public.lesson_answers.question is 'The question in words of the staff; null when the answer needs none.';
comment on column public.lesson_answers.message_id is 'The answer in its ticket; granted to nobody.';
create index lesson_answers_lesson_id_idx on public.lesson_answers (lesson_id, position_seconds);
create index lesson_answers_published_by_idx on public.lesson_answers (published_by);
grant select (id, lesson_id, position_seconds, question, body)
  on public.lesson_answers to authenticated;
alter table public.lesson_answers enable row level security;

create function private.names_person(input text, ticket public.support_tickets) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A name as a word of its own, or behind the letters that Hebrew writes together with it; an address anywhere.
  select lower(input) ~ '[^[:space:]]@[^[:space:]]' or strpos(lower(input), lower(ticket.email)) > 0 or exists (
    select from (
      select trim(ticket.name) as name union select trim(unnest(array[users.first_name, users.last_name]))
      from public.users where users.id = ticket.user_id) as known
    where char_length(known.name) > 1 and lower(input) ~ ('(^|[^a-z0-9א-ת])[ולבהכמש]{0,2}'
      || regexp_replace(lower(known.name), '([^a-z0-9א-ת[:space:]])', '\\\1', 'g') || '($|[^a-z0-9א-ת])'))
$$;
comment on function private.names_person(text, public.support_tickets) is
  'Whether a text names who asked, or holds an address of a mailbox.';

create function private.publish_answer(message_id uuid, second integer, question text, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := private.require_support();
  asked constant text := nullif(trim(E' \r\n\t' from private.undirected(coalesce(publish_answer.question, ''))), '');
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(publish_answer.body, '')));
  ticket public.support_tickets;
  longest integer;
begin
  select tickets.* into ticket from public.support_tickets as tickets
    join public.support_messages as messages on messages.ticket_id = tickets.id
  where messages.id = publish_answer.message_id and messages.from_staff for update of tickets;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'No such answer');
  end if;
  select lessons.duration_seconds into longest from public.lesson_contents as contents
    join public.lessons on lessons.id = contents.lesson_id where contents.lesson_id = ticket.lesson_id;
  if longest is null then
    perform private.raise_app_error('NO_LESSON', 409, 'The question is about no lesson');
  end if;
  if second is null or second not between 0 and longest or char_length(trimmed_body) not between 1 and 4000 or char_length(asked) > 500 then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'A second of the lesson, 1 to 4000 letters, and a question of up to 500');
  end if;
  if private.names_person(concat_ws(E'\n', asked, trimmed_body), ticket) then
    perform private.raise_app_error('NAMES_PERSON', 409, 'The text names who asked, or holds an address');
  end if;
  insert into public.lesson_answers as answers (lesson_id, position_seconds, question, body, message_id, published_by)
  values (ticket.lesson_id, second, asked, trimmed_body, publish_answer.message_id, caller)
  on conflict (message_id) do update set position_seconds = excluded.position_seconds, question = excluded.question,
    body = excluded.body, published_by = excluded.published_by, published_at = now();
  perform private.ticket_event(ticket.id, 'published', jsonb_build_object('to', second));
  perform private.note_ticket_action(ticket.id, 'answer published', jsonb_build_object('lesson_id', ticket.lesson_id, 'position_seconds', second));
end $$;
grant execute on function private.publish_answer(uuid, integer, text, text) to authenticated;

create function public.publish_answer(message_id uuid, second integer, question text, body text) returns void
language sql volatile set search_path = '' begin atomic select private.publish_answer(message_id, second, question, body); end;
comment on function public.publish_answer(uuid, integer, text, text) is
  'Shows an answer of the staff, as reviewed, to everyone in its lesson at a second, for staff with support.access; again, it changes what is shown. 409 NAMES_PERSON where the text names who asked or holds an address, NO_LESSON, 400 INVALID_ANSWER.';
grant execute on function public.publish_answer(uuid, integer, text, text) to authenticated;

create function private.withdraw_answer(message_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := private.require_support();
  gone public.lesson_answers;
  ticket uuid := (select messages.ticket_id from public.support_messages as messages where messages.id = withdraw_answer.message_id);
begin
  delete from public.lesson_answers as answers where answers.message_id = withdraw_answer.message_id returning * into gone;
  if gone.id is null then
    return false;
  end if;
  perform private.ticket_event(ticket, 'withdrawn', jsonb_build_object('from', gone.position_seconds));
  perform private.note_ticket_action(ticket, 'answer withdrawn', jsonb_build_object('lesson_id', gone.lesson_id, 'position_seconds', gone.position_seconds));
  return true;
end $$;
grant execute on function private.withdraw_answer(uuid) to authenticated;

create function public.withdraw_answer(message_id uuid) returns boolean
language sql volatile set search_path = '' begin atomic select private.withdraw_answer(message_id); end;
comment on function public.withdraw_answer(uuid) is
  'Takes a published answer out of its lesson, for staff with support.access; false where it was not there.';
grant execute on function public.withdraw_answer(uuid) to authenticated;

-- Whoever reads the content of a lesson reads what is answered in it, and nobody else.
create policy lesson_answers_select_readers_of_lesson on public.lesson_answers for select to authenticated
  using (lesson_id in (select lesson_contents.lesson_id from public.lesson_contents));
