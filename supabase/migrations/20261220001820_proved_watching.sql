-- Decision 0153: what was watched at a pace that the clock of the server allows. It earns certificates; user_progress, which
-- students may also write by hand, shows how far they are.
create table private.proved_watching (
  user_id uuid not null references public.users on delete cascade,
  lesson_id uuid not null references public.lessons on delete cascade,
  begun_at timestamptz not null,
  seconds int4multirange not null default '{}',
  clock_at timestamptz,
  constraint proved_watching_pkey primary key (user_id, lesson_id)
) with (fillfactor = 85);
comment on table private.proved_watching is
  'Seconds of a lesson that a student saved as watched when there had been time to watch them. Starting a course anew leaves it, as it leaves completions.';
comment on column private.proved_watching.begun_at is 'The first save of the lesson, less the time between two saves: nothing can have been watched before.';
comment on column private.proved_watching.clock_at is
  'The end of the time that these seconds took up. The latest of a student bounds what any later save can prove.';
create index proved_watching_lesson_id_idx on private.proved_watching (lesson_id);
revoke all on private.proved_watching from anon, authenticated, service_role;
alter table private.proved_watching enable row level security;

create view private.export_proved_watching with (security_invoker = true) as
  select proved.user_id as person, proved.begun_at, courses.title_he as course, lessons.title_he as lesson,
    private.measure_ranges(proved.seconds) as proved_seconds
  from private.proved_watching as proved
  join public.lessons on lessons.id = proved.lesson_id
  join public.courses on courses.id = lessons.course_id;

create function private.prove_watching() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  fastest_rate constant integer := 2;
  before_first_save constant interval := '40 seconds';
  longest_gap constant interval := '1 hour';
  student constant uuid := auth.uid();
  clock timestamptz;
  start timestamptz;
  saved record;
  added int4multirange;
  many integer;
  possible integer;
  lesson_ids uuid[] := '{}';
  begun timestamptz[] := '{}';
  additions int4multirange[] := '{}';
  clocks timestamptz[] := '{}';
begin
  if student is null or not exists (
    select from changed left join private.proved_watching as proved
      on proved.user_id = student and proved.lesson_id = changed.lesson_id
    where changed.user_id = student and changed.watched_ranges <> '{}'
      and (proved.seconds @> changed.watched_ranges::int4multirange) is not true) then
    return null;
  end if;
  -- One save of a student at a time, so that two devices do not take up the same time.
  perform pg_advisory_xact_lock(hashtextextended('watching' || student, 0));
  select max(proved.clock_at) into clock from private.proved_watching as proved where proved.user_id = student;
  for saved in
    select changed.lesson_id, coalesce(proved.begun_at, now() - before_first_save) as begun_at,
      changed.watched_ranges::int4multirange - coalesce(proved.seconds, '{}') as claimed
    from changed left join private.proved_watching as proved
      on proved.user_id = student and proved.lesson_id = changed.lesson_id
    where changed.user_id = student and changed.watched_ranges <> '{}'
      and (proved.seconds @> changed.watched_ranges::int4multirange) is not true
    order by 2, 1
  loop
    start := greatest(clock, saved.begun_at, now() - longest_gap);
    possible := greatest(floor(fastest_rate * extract(epoch from now() - start))::integer, 0);
    many := private.measure_ranges(saved.claimed);
    if many <= possible then
      added := saved.claimed;
    else
      added := private.first_seconds(saved.claimed, possible);
      many := possible;
    end if;
    if many > 0 then
      clock := start + interval '1 second' * many / fastest_rate;
    end if;
    lesson_ids := lesson_ids || saved.lesson_id;
    begun := begun || saved.begun_at;
    additions := additions || added;
    clocks := clocks || case when many > 0 then clock end;
  end loop;
  insert into private.proved_watching as proved (user_id, lesson_id, begun_at, seconds, clock_at)
  select student, saves.* from unnest(lesson_ids, begun, additions, clocks) as saves
  on conflict on constraint proved_watching_pkey do update
    set seconds = proved.seconds + excluded.seconds, clock_at = coalesce(excluded.clock_at, proved.clock_at);
  return null;
end $$;
comment on function private.prove_watching() is
  'Adds to private.proved_watching what students save as watched: a second takes up half a second (the player goes up to twice) that no other second of theirs took, after the first save of the lesson and within the last hour. The rest counts with a later save of the lesson, when the time has passed.';
revoke execute on function private.prove_watching() from public;
create trigger user_progress_insert_proved after insert on public.user_progress
  referencing new table as changed for each statement when (pg_trigger_depth() = 0)
  execute function private.prove_watching();
create trigger user_progress_update_proved after update on public.user_progress
  referencing new table as changed for each statement when (pg_trigger_depth() = 0)
  execute function private.prove_watching();

-- What was saved before: as much as there was time for between the first and the last save of each lesson.
insert into private.proved_watching (user_id, lesson_id, begun_at, seconds)
select progress.user_id, progress.lesson_id, progress.created_at, private.first_seconds(progress.watched_ranges::int4multirange,
  floor(least(2 * greatest(extract(epoch from progress.updated_at - progress.created_at), 0) + 80, 86400))::integer)
from public.user_progress as progress where progress.watched_ranges <> '{}';
