-- A curve holds everybody since the first who began the lesson: ranges by day are not kept, and the page says since when.
create or replace function private.analytics_lesson(lesson uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  piece constant integer := 15;
  counted private.lesson_watching;
  watched integer[];
  sentences jsonb;
  told jsonb[] := '{}';
  said record;
  average numeric;
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  select * into counted from private.lesson_watching as watching where watching.lesson_id = lesson;
  watched := counted.watched;
  select contents.transcript into sentences from public.lesson_contents as contents where contents.lesson_id = lesson;
  if counted.students >= 10 then
    -- Without a transcript, pieces of a quarter of a minute.
    for said in
      select floor((sentence ->> 'start')::numeric)::integer as begins, ceil((sentence ->> 'end')::numeric)::integer as ends, sentence ->> 'text' as words
      from jsonb_array_elements(sentences) as sentence
      union all
      select i * piece, (i + 1) * piece, null from generate_series(0, (cardinality(watched) - 1) / piece) as i
      where coalesce(jsonb_array_length(sentences), 0) = 0
      order by 1, 2
    loop
      select coalesce(sum(students), 0) / greatest(said.ends - said.begins, 1)::numeric into average
      from unnest(watched[said.begins + 1:said.ends]) as students;
      told := array_append(told, jsonb_build_object('start', said.begins, 'end', said.ends, 'text', said.words,
        'students', private.told(round(average)::bigint, counted.students)));
    end loop;
  end if;
  return (
    select json_build_object('title', lessons.title_he, 'course_id', courses.id, 'course_title', courses.title_he,
      'seconds', lessons.duration_seconds, 'counted_at', counted.counted_at,
      'students', private.told(counted.students, counted.students),
      'since', (select min(sums.day) from private.lesson_day_sums as sums where sums.lesson_id = lessons.id and sums.began > 0), 'sentences', to_jsonb(told))
    from public.lessons join public.courses on courses.id = lessons.course_id where lessons.id = lesson);
end $$;
