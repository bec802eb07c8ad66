-- Similar tickets at any number of them: those of a lesson by its place alone, for their subjects are all alike; the
-- others by the words of the subject, through an index that holds no question of a lesson.
drop index public.support_tickets_subject_idx;
create index support_tickets_subject_idx on public.support_tickets using gin (lower(subject) extensions.gin_trgm_ops)
  where lesson_id is null;
create index support_tickets_place_idx on public.support_tickets (lesson_id, position_seconds, created_at desc) where lesson_id is not null;

create or replace function private.similar_tickets(ticket public.support_tickets) returns json
language plpgsql stable security definer set search_path = '' set jit = off
-- How rare the words of a subject are is not known to the planner: it reads the table and hopes to find five hundred soon.
set enable_seqscan = off as $$
declare
  enough constant integer := 500;
begin
  if ticket.lesson_id is not null then
    return (
      select coalesce(json_agg(json_build_object('id', alike.id, 'subject', alike.subject, 'status', alike.status, 'created_at', alike.created_at)
        order by alike.distance, alike.created_at desc), '[]')
      from (
        select near.*, abs(near.position_seconds - ticket.position_seconds) as distance from (
          (select others.* from public.support_tickets as others where others.lesson_id = ticket.lesson_id
            and others.position_seconds between ticket.position_seconds - 30 and ticket.position_seconds + 30 limit enough)
          union all
          (select others.* from public.support_tickets as others where others.lesson_id = ticket.lesson_id and ticket.position_seconds is null
            and others.position_seconds is null order by others.created_at desc limit enough)) as near
        where near.id <> ticket.id and not near.is_spam and near.merged_into is null
        order by distance, near.created_at desc limit 5) as alike);
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', alike.id, 'subject', alike.subject, 'status', alike.status, 'created_at', alike.created_at)
      order by alike.closeness desc, alike.created_at desc), '[]')
    from (
      select near.*, extensions.similarity(lower(near.subject), lower(ticket.subject)) as closeness from (
        select others.* from public.support_tickets as others
        where others.lesson_id is null and lower(others.subject) operator(extensions.%) lower(ticket.subject)
          and others.id <> ticket.id and not others.is_spam and others.merged_into is null limit enough) as near
      order by closeness desc, near.created_at desc limit 5) as alike);
end $$;
comment on function private.similar_tickets(public.support_tickets) is
  'Five tickets about nearly the same: of a lesson those within half a minute of the same second, the nearest first; else by the words of the subject, the closest of 500 that share them.';
