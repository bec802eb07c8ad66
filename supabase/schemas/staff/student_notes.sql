create table private.student_notes (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references public.users on delete cascade,
  author_id uuid references public.admin_users on delete set null,
  author_first_name text not null,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table private.student_notes is
  'Notes of staff about a student, at most two hundred each; reached by functions only.';
create index student_notes_student_id_idx on private.student_notes (student_id, created_at desc);
create index student_notes_author_id_idx on private.student_notes (author_id);
alter table private.student_notes enable row level security;

create view private.export_staff_notes with (security_invoker = true) as
  select student_id as person, created_at, body, updated_at from private.student_notes;

create function private.student_notes(student_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if not private.record_is_open(student_notes.student_id) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The record is opened before it is read');
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', notes.id, 'body', notes.body, 'author', notes.author_first_name,
      'created_at', notes.created_at, 'updated_at', notes.updated_at,
      'may_change', notes.author_id = staff.admin_id and notes.created_at > now() - interval '24 hours')
      order by notes.created_at desc, notes.id), '[]')
    from private.student_notes as notes, private.current_staff() as staff where notes.student_id = student_notes.student_id);
end $$;
grant execute on function private.student_notes(uuid) to authenticated;

create function public.student_notes(student_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.student_notes(student_id); end;
comment on function public.student_notes(uuid) is
  'The notes of staff about a student, newest first, for staff with students.view who opened the record; their author may change them for a day.';
grant execute on function public.student_notes(uuid) to authenticated;

create function private.write_student_note(student_id uuid, body text, note_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, null);
  author record;
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(write_student_note.body, '')));
  written uuid;
begin
  select staff.admin_id, admin_users.first_name into author
    from private.current_staff() as staff join public.admin_users on admin_users.id = staff.admin_id;
  if not private.record_is_open(student.id) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The record is opened before it is changed');
  end if;
  if char_length(trimmed_body) not between 1 and 2000 then
    perform private.raise_app_error('INVALID_NOTE', 400, 'A note has 1 to 2000 characters');
  end if;
  if note_id is not null then
    update private.student_notes as notes set body = trimmed_body, updated_at = now()
      where notes.id = note_id and notes.student_id = student.id and notes.author_id = author.admin_id
        and notes.created_at > now() - interval '24 hours'
      returning notes.id into written;
    if written is null then
      perform private.raise_app_error('NOTE_NOT_YOURS', 403, 'A note is changed by its author, for a day');
    end if;
  else
    -- The row of the student is locked, so that the count holds for those who write at once.
    if (select count(*) from private.student_notes as notes where notes.student_id = student.id) >= 200 then
      perform private.raise_app_error('TOO_MANY_NOTES', 409, 'Two hundred notes about a student');
    end if;
    insert into private.student_notes (student_id, author_id, author_first_name, body)
    values (student.id, author.admin_id, author.first_name, trimmed_body) returning id into written;
  end if;
  perform private.note_student_action(student.id, case when note_id is null then 'note written' else 'note changed' end, null);
  return written;
end $$;
grant execute on function private.write_student_note(uuid, text, uuid) to authenticated;

create function public.write_student_note(student_id uuid, body text, note_id uuid default null) returns uuid
language sql volatile set search_path = '' begin atomic select private.write_student_note(student_id, body, note_id); end;
comment on function public.write_student_note(uuid, text, uuid) is
  'Notes something about a student, or changes an own note of the last day; for staff with users.manage who opened the record.';
grant execute on function public.write_student_note(uuid, text, uuid) to authenticated;

create function private.delete_student_note(student_id uuid, note_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, null);
begin
  delete from private.student_notes as notes using private.current_staff() as staff
    where notes.id = note_id and notes.student_id = student.id and notes.author_id = staff.admin_id
      and notes.created_at > now() - interval '24 hours';
  if not found then
    perform private.raise_app_error('NOTE_NOT_YOURS', 403, 'A note is changed by its author, for a day');
  end if;
  perform private.note_student_action(student.id, 'note deleted', null);
end $$;
grant execute on function private.delete_student_note(uuid, uuid) to authenticated;

create function public.delete_student_note(student_id uuid, note_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.delete_student_note(student_id, note_id); end;
comment on function public.delete_student_note(uuid, uuid) is
  'Deletes an own note about a student, within a day; for staff with users.manage.';
grant execute on function public.delete_student_note(uuid, uuid) to authenticated;
