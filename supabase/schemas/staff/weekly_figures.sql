create table private.weekly_mails (
  member_id uuid primary key references public.admin_users on delete cascade,
  -- The Sunday with which the week begins that was told last.
  mailed_week date
);
comment on table private.weekly_mails is
  'Members of the staff who want the figures of each week by mail, and the week that they were told last.';
alter table private.weekly_mails enable row level security;

create function private.wants_weekly_mail() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  return exists (select from private.weekly_mails as mails
    where mails.member_id = (select staff.admin_id from private.current_staff() as staff));
end $$;
grant execute on function private.wants_weekly_mail() to authenticated;

create function public.wants_weekly_mail() returns boolean
language sql stable set search_path = '' begin atomic select private.wants_weekly_mail(); end;
comment on function public.wants_weekly_mail() is
  'For analytics.view: whether one gets the figures of each week by mail.';
grant execute on function public.wants_weekly_mail() to authenticated;

create function private.want_weekly_mail(wanted boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  member constant uuid := (select staff.admin_id from private.current_staff() as staff);
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  if wanted is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'The mail is turned on or off');
  end if;
  if wanted then
    -- Off and on again on a Sunday does not bring the same week twice.
    insert into private.weekly_mails (member_id, mailed_week)
    values (member, case when extract(dow from private.day_of(now())) = 0 and extract(hour from now() at time zone 'Asia/Jerusalem') >= 8
      then private.week_of(private.day_of(now())) - 7 end)
    on conflict (member_id) do nothing;
  else
    delete from private.weekly_mails as mails where mails.member_id = member;
  end if;
end $$;
grant execute on function private.want_weekly_mail(boolean) to authenticated;

create function public.want_weekly_mail(wanted boolean) returns void
language sql volatile set search_path = '' begin atomic select private.want_weekly_mail(wanted); end;
comment on function public.want_weekly_mail(boolean) is
  'For analytics.view: turns the mail with the figures of each week on or off for oneself.';
grant execute on function public.want_weekly_mail(boolean) to authenticated;

create function private.disclosed_totals(totals json, of_days integer) returns json
language sql immutable set search_path = '' as $$
  select json_build_object('views', (totals ->> 'views')::bigint, 'visitors', (totals ->> 'visitors')::bigint,
    'registrations', private.disclosed_count((totals ->> 'registrations')::bigint, (totals ->> 'registrations')::bigint),
    'active_students', private.disclosed_count(round((totals ->> 'active_students')::numeric / of_days)::bigint, round((totals ->> 'active_students')::numeric / of_days)::bigint),
    'completed_lessons', private.disclosed_count((totals ->> 'completed_lessons')::bigint, (totals ->> 'completed_lessons')::bigint),
    'completed_courses', private.disclosed_count((totals ->> 'completed_courses')::bigint, (totals ->> 'completed_courses')::bigint))
$$;
comment on function private.disclosed_totals(json, integer) is
  'The sums of a range as they leave the academy by mail: what students did in fives and of fewer than ten nothing, active students on the mean day.';

create function private.queue_weekly_mails(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  week constant date := private.week_of(private.day_of(at)) - 7;
  queued integer;
begin
  -- From eight on the Sunday after it, and later that day where no process was there at eight.
  if extract(dow from private.day_of(at)) <> 0 or extract(hour from at at time zone 'Asia/Jerusalem') not between 8 and 19 then
    return 0;
  end if;
  -- Whoever takes the line tells the week: a second process waits for it and finds it told.
  with recipients as (
    update private.weekly_mails as mails set mailed_week = week
    from public.admin_users as members join public.roles on roles.id = members.role_id
    where members.id = mails.member_id and members.is_active and members.email_verified
      and private.role_holds(roles.name, 'analytics.view') and mails.mailed_week is distinct from week
    returning members.email)
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'weekly_figures', recipients.email, private.academy_subject('השבוע במספרים'), figures.content
  from recipients cross join (
    select jsonb_build_object('first', week, 'last', week + 6,
      'week', private.disclosed_totals(private.analytics_totals(week, week + 6), 7),
      'before', private.disclosed_totals(private.analytics_totals(week - 7, week - 1), 7)) as content) as figures;
  get diagnostics queued = row_count;
  return queued;
end $$;
comment on function private.queue_weekly_mails(timestamptz) is
  'Queues the mail with the figures of the week before, on a Sunday in Israel from eight to eight, to each active member who wants it and may view analytics, once a week.';
grant execute on function private.queue_weekly_mails(timestamptz) to service_role;

create function public.queue_weekly_mails() returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('mails') then 0 else private.queue_weekly_mails(now()) end;
end;
comment on function public.queue_weekly_mails() is
  'For the schedule: queues the mails with the figures of the week when they are due; gives how many.';
