-- Made-up visits come by the thousand in one statement: a mark for each day of them and not for each visit.
drop trigger page_views_insert_marks on public.page_views;
drop function private.mark_visit();
create function private.mark_earlier_visits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.analytics_marks (figure, key)
  select distinct 'visits', private.day_of(added.occurred_at)::text from added where private.day_of(added.occurred_at) < private.day_of(now());
  return null;
end $$;
revoke execute on function private.mark_earlier_visits() from public;
create trigger page_views_insert_marks after insert on public.page_views
  referencing new table as added for each statement execute function private.mark_earlier_visits();
