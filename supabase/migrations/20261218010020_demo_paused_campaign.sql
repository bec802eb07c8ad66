-- A paused campaign of the demo stands in the middle of its people and a cancelled one ended there, however few agreed.
create or replace function private.add_demo_messages(seed integer, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  author uuid := (select admin_users.id from public.admin_users where admin_users.email = 'marketing@academy.example');
begin
  insert into private.campaigns (id, name, kind, state, subject, body, audience, starts_at, started_at, ended_at, author_id, created_at, updated_at)
  select private.demo_id(seed, said.n, 'campaign'), said.name, said.kind, said.state, said.subject,
    jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', said.words))))),
    jsonb_build_object('match', 'all', 'rules', jsonb_build_array(jsonb_build_object('field', 'activity', 'op', 'within', 'days', 90))),
    case when said.state = 'scheduled' then greatest(until, now()) + interval '60 days' end,
    case when said.state in ('done', 'paused', 'cancelled') then until - said.ago end,
    case when said.state in ('done', 'cancelled') then until - said.ago + interval '40 minutes' end, author, until - said.ago - interval '1 day', until - said.ago
  from (values
    (1, 'עדכון תנאי השימוש', 'service', 'done', 'עדכנו את תנאי השימוש', 'שלום {{first_name|לכם}}, עדכנו את תנאי השימוש. השינויים מסוכמים בראש הדף.', interval '34 days'),
    (2, 'ידיעון נובמבר', 'marketing', 'done', '{{first_name|שלום}}, שלושה שיעורים חדשים על ריבית', 'עלו שלושה שיעורים קצרים על ריבית דריבית, עם דפי עבודה.', interval '12 days'),
    (3, 'סקר שביעות רצון', 'marketing', 'paused', 'נשמח לשמוע מה חסר לכם', 'שלוש שאלות קצרות, שתי דקות.', interval '1 day'),
    (4, 'מבצע שבוטל', 'marketing', 'cancelled', 'מפגש פתוח ביום שלישי', 'המפגש נדחה, ולכן ההודעה בוטלה באמצע.', interval '20 days'),
    (5, 'תזכורת לסוף השנה', 'service', 'scheduled', 'סיכום השנה שלכם באקדמיה', 'בסוף החודש נשלח סיכום של מה שלמדתם.', interval '2 days'),
    (6, 'קורס חדש: פנסיה', 'marketing', 'draft', 'קורס חדש על פנסיה', 'טיוטה: להשלים תאריך ולבדוק את הקישור.', interval '6 hours')
  ) as said (n, name, kind, state, subject, words, ago)
  on conflict do nothing;
  insert into private.campaign_recipients (id, campaign_id, user_id, state, reason, attempts, settled_at, read_at, due_at, queued_at, created_at)
  select private.demo_id(seed, sent.n, 'recipient ' || people.id), campaigns.id, people.id, ends.state,
    case ends.state when 'refused' then '550 5.1.1 mailbox unavailable' when 'failed' then '451 4.7.1 try again later' when 'unconfirmed' then 'the sender ended'
      when 'skipped' then case when campaigns.state = 'cancelled' then 'cancelled' else 'muted' end end,
    case when ends.state in ('waiting', 'skipped') then 0 when ends.state = 'failed' then 6 else 1 end,
    case when ends.state <> 'waiting' then campaigns.started_at + people.place * interval '1 second' end,
    case when ends.state = 'sent' and ends.draw < 0.5 then campaigns.started_at + people.place * interval '1 second' + interval '5 hours' end,
    campaigns.started_at, campaigns.started_at, campaigns.started_at
  from unnest(array[1, 2, 3, 4]) as sent (n) join private.campaigns on campaigns.id = private.demo_id(seed, sent.n, 'campaign'),
    lateral (
      select chosen.*, count(*) over () as total from (
      select users.id, users.email, row_number() over (order by users.created_at, users.id) as place from public.users
      where (users.email like '%@students.example' or users.email = 'student@academy.example') and users.is_active and users.email_verified
        and users.created_at < campaigns.created_at + case when users.email = 'student@academy.example' then interval '10 years' else interval '0' end
        and (campaigns.kind = 'service' or users.marketing_consent)
      order by (users.email = 'student@academy.example') desc, users.created_at, users.id limit 300) as chosen) as people,
    lateral (select private.demo_turn(seed, people.id, 'end ' || sent.n) as draw) as drawn,
    lateral (select drawn.draw, case
      when people.email = 'student@academy.example' then 'sent'
      when campaigns.state = 'paused' and people.place > people.total * 0.4 then 'waiting'
      when campaigns.state = 'cancelled' and people.place > people.total * 0.3 then 'skipped'
      when drawn.draw < 0.93 then 'sent' when drawn.draw < 0.95 then 'bounced' when drawn.draw < 0.965 then 'refused'
      when drawn.draw < 0.975 then 'unconfirmed' when drawn.draw < 0.98 then 'failed' else 'skipped' end as state) as ends
  where campaigns.version = 1
  on conflict do nothing;
  insert into public.email_suppressions (address, reason, note, created_at)
  select users.email, 'bounced', null, recipients.settled_at
  from private.campaign_recipients as recipients join public.users on users.id = recipients.user_id
  where recipients.campaign_id = private.demo_id(seed, 2, 'campaign') and recipients.state in ('bounced', 'refused')
  union all
  select said.address, said.reason, said.note, until - said.ago from (values
    ('complaint.1@students.example', 'complained', null, interval '11 days'),
    ('complaint.2@students.example', 'complained', null, interval '40 days'),
    ('left.1@students.example', 'unsubscribed', null, interval '8 days'),
    ('left.2@students.example', 'unsubscribed', null, interval '70 days'),
    ('asked.1@students.example', 'added', 'ביקשה בטלפון לא לקבל שום הודעה', interval '16 days')
  ) as said (address, reason, note, ago)
  on conflict do nothing;
end $$;
