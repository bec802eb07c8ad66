create function private.occasion_students(occasion text) returns text
language sql immutable set search_path = '' as $$
  -- Each is a statement over the campaign ($1 its start, $2 its days): student, key of the occasion, what it says.
  select case occasion
    when 'welcome' then $sql$
      select users.id, '', '{}'::jsonb from public.users where users.email_verified_at >= $1$sql$
    when 'certificate' then $sql$
      select given.user_id, given.id::text, jsonb_build_object('course', given.course_title)
      from private.certificates as given where given.issued_at >= $1 and given.revoked_at is null$sql$
    when 'unfinished' then $sql$
      select begun.user_id, begun.lesson_id::text, jsonb_build_object('lesson', lessons.title_he, 'course', courses.title_he)
      from public.user_progress as begun
      join public.lessons on lessons.id = begun.lesson_id and lessons.is_published
      join public.courses on courses.id = begun.course_id and courses.is_published
      where not begun.completed and begun.last_watched < now() - make_interval(days => $2)
        and begun.last_watched >= now() - make_interval(days => $2 + 7) and $1 <= now()
        and not exists (select from public.user_progress as later where later.user_id = begun.user_id and later.last_watched > begun.last_watched)$sql$
    when 'review' then $sql$
      select cards.user_id, to_char(now() at time zone 'Asia/Jerusalem', 'IYYY-IW'), jsonb_build_object('count', count(*))
      from private.review_cards as cards where cards.due_on <= (now() at time zone 'Asia/Jerusalem')::date
      group by cards.user_id
      having coalesce(max(cards.reviewed_on), '-infinity') < (now() at time zone 'Asia/Jerusalem')::date - $2 and $1 <= now()$sql$
  end
$$;

create function private.queue_occasions() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign private.campaigns;
  queued integer := 0;
  more integer;
begin
  for campaign in select * from private.campaigns where campaigns.occasion is not null and campaigns.state = 'sending' for no key update loop
    execute format($sql$
      insert into private.campaign_recipients (campaign_id, user_id, occasion_key, details)
      select %1$L, met.student, met.key, met.details from (%2$s) as met (student, key, details)
      join public.users on users.id = met.student where (%3$s) is null and not exists (
        select from private.campaign_recipients as known
        where known.campaign_id = %1$L and known.user_id = met.student and known.occasion_key = met.key)
      limit 5000 on conflict do nothing$sql$,
      campaign.id, private.occasion_students(campaign.occasion), private.why_not_sent(campaign.kind, campaign.occasion))
    using campaign.started_at, coalesce(campaign.after_days, 0);
    get diagnostics more = row_count;
    queued := queued + more;
  end loop;
  -- Finished while quiet hours held the mail back.
  update private.campaign_recipients as waiting set state = 'skipped', reason = 'no longer so', settled_at = now()
  from private.campaigns where campaigns.id = waiting.campaign_id and campaigns.occasion = 'unfinished' and waiting.state = 'waiting'
    and exists (select from public.user_progress as done where done.user_id = waiting.user_id
      and done.lesson_id::text = waiting.occasion_key and done.completed);
  return queued;
end $$;
comment on function private.queue_occasions() is
  'Writes down for each automatic campaign that is on whom its occasion meets, each once for each occasion: certificate, lesson or week.';
grant execute on function private.queue_occasions() to service_role;

create function public.queue_occasions() returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('campaigns') then 0 else private.queue_occasions() end;
end;
comment on function public.queue_occasions() is 'For the schedule: whom the automatic campaigns meet now.';
