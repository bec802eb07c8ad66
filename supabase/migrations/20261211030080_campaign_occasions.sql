-- Automatic campaigns: each off until the staff turn it on, and once for each occasion of a student.
insert into private.campaigns (name, kind, occasion, after_days, subject, body)
select name, kind, occasion, after_days, subject, jsonb_build_object('type', 'doc', 'content', jsonb_build_array(
  jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', says)))))
from (values
  ('ברוכים הבאים', 'service', 'welcome', null::integer, 'ברוכים הבאים, {{first_name|שלום}}',
    'החשבון שלכם באקדמיה מוכן. כל הקורסים פתוחים ובחינם, ואפשר להתחיל מכל אחד מהם.'),
  ('שיעור שלא הושלם', 'marketing', 'unfinished', 7, 'ממשיכים ב{{lesson|שיעור}}?',
    'התחלתם את השיעור {{lesson}} בקורס {{course}}. המקום שבו עצרתם שמור, וממשיכים ממנו בלחיצה.'),
  ('תעודה', 'service', 'certificate', null, 'התעודה על {{course|הקורס}} מוכנה',
    'השלמתם את {{course}}, והתעודה מחכה לכם בדף הקורס.'),
  ('חזרה על שאלות', 'marketing', 'review', 3, '{{count}} שאלות מחכות לחזרה',
    'כמה דקות של חזרה שומרות את מה שלמדתם. השאלות מחכות בדף החזרה.')
) as texts (name, kind, occasion, after_days, subject, says);

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
revoke execute on function private.occasion_students(text) from public;

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
revoke execute on function private.queue_occasions() from public;
grant execute on function private.queue_occasions() to service_role;
create function public.queue_occasions() returns integer
language sql volatile set search_path = '' begin atomic select private.queue_occasions(); end;
comment on function public.queue_occasions() is 'For the schedule: whom the automatic campaigns meet now.';
revoke execute on function public.queue_occasions() from public, anon, authenticated;
grant execute on function public.queue_occasions() to service_role;
