-- The count of mails beside the navigation is the one of the page that it leads to.
create or replace function private.staff_waiting() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  counts jsonb := '{}';
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  -- Bounded: a hundred says that there is enough to do.
  if private.has_permission('support.access') then
    counts := counts || jsonb_build_object('tickets', (
      select count(*) from (select from public.support_tickets where status = 'open' limit 100) as bounded));
  end if;
  if private.has_permission('students.view') then
    counts := counts || jsonb_build_object('access_requests', (
      select count(*) from (select from public.access_requests where status = 'open' limit 100) as bounded));
  end if;
  if private.has_permission('users.view', 'users.manage') then
    counts := counts || jsonb_build_object('invitations', (
      select count(*) from (select from public.invitation_history where status = 'pending'
        and expires_at between now() and now() + interval '2 days' limit 100) as bounded));
  end if;
  if private.has_permission('settings.manage') then
    -- What was taken back because a consent ended was never tried, and is nothing to look at.
    counts := counts || jsonb_build_object('mails', (
      select count(*) from (select from public.email_outbox where status = 'abandoned' and not is_decoy
        and last_failure is not null and created_at > now() - interval '7 days' limit 100) as bounded));
  end if;
  if private.has_permission('courses.manage', 'lessons.manage') then
    counts := counts || jsonb_build_object('courses', (
      select count(*) from (select from public.courses where not is_published limit 100) as bounded));
  end if;
  if private.can_manage_article('news') or private.can_manage_article('essay') then
    counts := counts || jsonb_build_object('articles', (
      select count(*) from (select from public.articles where not is_published and private.can_manage_article(kind) limit 100) as bounded));
  end if;
  return counts;
end $$;

create or replace function private.noted_search(search text) returns text
language sql immutable set search_path = '' as $$
  select case
    when search like '%@%' then 'an address'
    when length(regexp_replace(search, '[^0-9]', '', 'g')) >= 7 then 'a phone'
    else 'a text of ' || length(trim(search)) || ' characters' end
$$;
comment on function private.noted_search(text) is
  'What the audit log keeps of a search: a name, address or phone would stay there when the person is gone.';
