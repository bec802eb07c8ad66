-- Accounts of many students are closed or reopened in batches: each as the single function does, each with its answer.
create function private.set_students_active(student_ids uuid[], active boolean, reason text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  student uuid;
  was boolean;
  answers jsonb := '[]';
begin
  perform private.require_staff_manager(999);
  if cardinality(student_ids) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch holds 100 accounts');
  end if;
  if char_length(trim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  -- In one order everywhere, so that two batches wait for each other and never both ways.
  for student in select distinct id from unnest(student_ids) as id where id is not null order by id loop
    begin
      select users.is_active into was from public.users where users.id = student for update;
      perform private.set_student_active(student, active, reason);
      answers := answers || jsonb_build_object('id', student, 'outcome', case when was = active then 'unchanged' else 'changed' end);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', student, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
revoke execute on function private.set_students_active(uuid[], boolean, text) from public;
grant execute on function private.set_students_active(uuid[], boolean, text) to authenticated;
create function public.set_students_active(student_ids uuid[], active boolean, reason text) returns json
language sql volatile set search_path = '' begin atomic select private.set_students_active(student_ids, active, reason); end;
comment on function public.set_students_active(uuid[], boolean, text) is
  'Closes or reopens up to 100 accounts with one reason, for staff with users.manage. Answers per id: changed, unchanged, or refused with a code; one that is refused holds up no other.';
revoke execute on function public.set_students_active(uuid[], boolean, text) from public, anon;
grant execute on function public.set_students_active(uuid[], boolean, text) to authenticated;
