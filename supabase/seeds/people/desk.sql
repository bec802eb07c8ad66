-- Tickets, ready answers, messages in their states and held addresses; needs students.sql in the same session.

-- A draw for a row that has an id and no number.
create function pg_temp.turn(seed integer, id uuid, what text) returns double precision
language sql immutable as $$
  select pg_temp.draw(seed, ('x' || substr(md5(id::text), 1, 7))::bit(28)::integer, what)
$$;

create function pg_temp.add_visitor_tickets(seed integer, until timestamptz) returns void
language plpgsql as $$
begin
  insert into public.support_tickets (id, name, email, subject, status, priority, channel, tags, is_spam, created_at)
  select pg_temp.id(seed, entry.n, 'visitor'), entry.name, 'visitor.' || entry.n || '@students.example', entry.subject, entry.status,
    entry.priority, entry.channel, entry.tags, entry.is_spam, until - entry.ago
  from (values
    (1, 'רבקה אלון', 'דיווח נגישות: הכפתור לא נקרא', 'open', 3, 'web', '{נגישות}'::text[], false, interval '9 days'),
    (2, 'שמואל ברק', 'אפשר לקבל את הקורסים בקובץ?', 'open', 1, 'mail', '{תוכן}', false, interval '5 hours'),
    (3, 'ענת גל', 'הזמנה להרצאה בבית ספר', 'pending', 0, 'mail', '{שיתופים}', false, interval '3 days'),
    (4, 'Crypto Bot', 'Earn 500% in a week', 'open', 1, 'mail', '{ספאם}', true, interval '2 days'),
    (5, 'קידום אתרים', 'נקדם אתכם למקום ראשון', 'open', 1, 'web', '{ספאם}', true, interval '26 hours'),
    (6, 'יוסי מור', 'לא מצליח להירשם', 'solved', 2, 'web', '{חשבון}', false, interval '12 days')
  ) as entry (n, name, subject, status, priority, channel, tags, is_spam, ago)
  on conflict do nothing;
  insert into public.support_messages (id, ticket_id, body, from_staff, channel, author_id, created_at)
  select pg_temp.id(seed, entry.n, 'visitor ' || entry.who), tickets.id, entry.body, entry.who = 'answer', 'web',
    case when entry.who = 'answer' then (select admin_users.id from public.admin_users where admin_users.email = 'admin@academy.example') end,
    tickets.created_at + entry.later
  from (values
    (1, 'question', 'בקורא מסך כפתור ההשהיה של הסרטון נקרא "לחצן" בלי שם. דפדפן פיירפוקס.', interval '0'),
    (2, 'question', 'הרשת אצלנו איטית. אפשר להוריד את השיעורים מראש?', interval '0'),
    (3, 'question', 'אנחנו כיתה י״א ונשמח להרצאה על ריבית דריבית.', interval '0'),
    (3, 'answer', 'תודה על הפנייה! באילו תאריכים זה יכול להתאים לכם?', interval '20 hours'),
    (4, 'question', 'Click here and earn 500% in a week.', interval '0'),
    (5, 'question', 'הצעה מיוחדת לבעלי אתרים, רק היום.', interval '0'),
    (6, 'question', 'הקוד לא מגיע לתיבה שלי.', interval '0'),
    (6, 'answer', 'בדקו בתיקיית הספאם. אם אין שם, כתבו לנו מהכתובת שאיתה נרשמתם.', interval '5 hours')
  ) as entry (n, who, body, later) join public.support_tickets as tickets on tickets.id = pg_temp.id(seed, entry.n, 'visitor')
  on conflict do nothing;
end $$;

create function pg_temp.work_tickets(seed integer, until timestamptz) returns void
language plpgsql as $$
declare
  fresh uuid[] := array(
    select tickets.id from public.support_tickets as tickets join public.users on users.id = tickets.user_id
    where users.email like '%@students.example' and tickets.tags = '{}' order by tickets.id);
  member public.admin_users := (select admin_users from public.admin_users where admin_users.email = 'admin@academy.example');
begin
  update public.support_tickets as tickets set
    priority = case when pg_temp.turn(seed, tickets.id, 'priority') < 0.06 then 3 when pg_temp.turn(seed, tickets.id, 'priority') < 0.2 then 2
      when pg_temp.turn(seed, tickets.id, 'priority') < 0.85 then 1 else 0 end,
    tags = array[case when tickets.subject ~ 'סרטון|ההתקדמות' then 'וידאו' when tickets.subject ~ 'שיעור|העבודה' then 'תוכן' else 'חשבון' end],
    assignee_id = case when pg_temp.turn(seed, tickets.id, 'assignee') < 0.6 then member.id end,
    status = case when tickets.status = 'closed' and pg_temp.turn(seed, tickets.id, 'solved') < 0.5 then 'solved' else tickets.status end,
    snoozed_until = case when tickets.status = 'open' and pg_temp.turn(seed, tickets.id, 'snooze') < 0.3 then until + interval '9 days' end,
    satisfaction = case when tickets.status <> 'open' and pg_temp.turn(seed, tickets.id, 'rated') < 0.35
      then case when pg_temp.turn(seed, tickets.id, 'good') < 0.82 then 'good' else 'bad' end end
  where tickets.id = any (fresh);
  update public.support_tickets as tickets set course_id = place.course_id, lesson_id = place.id, position_seconds = place.second,
    subject = left('שאלה על השיעור: ' || place.title_he, 150)
  from (
    select asked.id as ticket, lessons.*, floor(pg_temp.turn(seed, asked.id, 'second') * lessons.duration_seconds)::integer as second,
      row_number() over (partition by asked.id order by pg_temp.turn(seed, lessons.id, asked.id::text), lessons.id) as place
    from public.support_tickets as asked, public.lessons join public.lesson_contents as contents on contents.lesson_id = lessons.id
    where asked.id = any (fresh) and asked.subject = 'שאלה על השיעור' and lessons.is_published) as place
  where tickets.id = place.ticket and place.place = 1;
  update public.support_messages as messages set author_id = member.id where messages.ticket_id = any (fresh) and messages.from_staff;
  insert into private.support_events (ticket_id, actor_id, actor_name, kind, detail, created_at)
  select tickets.id, member.id, member.first_name, 'status', jsonb_build_object('from', 'open', 'to', tickets.status), tickets.last_message_at
  from public.support_tickets as tickets where tickets.id = any (fresh) and tickets.status <> 'open' and member.id is not null;
  insert into private.support_notes (id, ticket_id, author_id, author_first_name, body, created_at)
  select pg_temp.id(seed, 1, 'note ' || tickets.id), tickets.id, member.id, member.first_name, 'דיברנו בטלפון. לבדוק שוב בשבוע הבא.',
    least(tickets.created_at + interval '3 hours', until)
  from public.support_tickets as tickets
  where tickets.id = any (fresh) and pg_temp.turn(seed, tickets.id, 'note') < 0.12 and member.id is not null
  on conflict do nothing;
  insert into public.lesson_answers (id, lesson_id, position_seconds, question, body, message_id, published_by)
  select pg_temp.id(seed, answered.n, 'answer'), answered.lesson_id, answered.position_seconds, 'איך הגעתם למספר הזה?',
    'הפירוט, שלב אחרי שלב, נמצא בדף העבודה של השיעור. כדאי לחשב לבד ואז להשוות.', answered.message, member.id
  from (
    select tickets.lesson_id, tickets.position_seconds, messages.id as message, row_number() over (order by tickets.id)::integer as n
    from public.support_tickets as tickets join public.support_messages as messages on messages.ticket_id = tickets.id and messages.from_staff
    where tickets.id = any (fresh) and tickets.lesson_id is not null) as answered
  where answered.n <= 6 on conflict do nothing;
end $$;

create function pg_temp.add_messages(seed integer, until timestamptz) returns void
language plpgsql as $$
declare
  author uuid := (select admin_users.id from public.admin_users where admin_users.email = 'marketing@academy.example');
begin
  insert into private.campaigns (id, name, kind, state, subject, body, audience, starts_at, started_at, ended_at, author_id, created_at, updated_at)
  select pg_temp.id(seed, entry.n, 'campaign'), entry.name, entry.kind, entry.state, entry.subject,
    jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', entry.words))))),
    jsonb_build_object('match', 'all', 'rules', jsonb_build_array(jsonb_build_object('field', 'activity', 'op', 'within', 'days', 90))),
    case when entry.state = 'scheduled' then greatest(until, now()) + interval '60 days' end,
    case when entry.state in ('done', 'paused', 'cancelled') then until - entry.ago end,
    case when entry.state in ('done', 'cancelled') then until - entry.ago + interval '40 minutes' end, author, until - entry.ago - interval '1 day', until - entry.ago
  from (values
    (1, 'עדכון תנאי השימוש', 'service', 'done', 'עדכנו את תנאי השימוש', 'שלום {{first_name|לכם}}, עדכנו את תנאי השימוש. השינויים מסוכמים בראש הדף.', interval '34 days'),
    (2, 'ידיעון נובמבר', 'marketing', 'done', '{{first_name|שלום}}, שלושה שיעורים חדשים על ריבית', 'עלו שלושה שיעורים קצרים על ריבית דריבית, עם דפי עבודה.', interval '12 days'),
    (3, 'סקר שביעות רצון', 'marketing', 'paused', 'נשמח לשמוע מה חסר לכם', 'שלוש שאלות קצרות, שתי דקות.', interval '1 day'),
    (4, 'מבצע שבוטל', 'marketing', 'cancelled', 'מפגש פתוח ביום שלישי', 'המפגש נדחה, ולכן ההודעה בוטלה באמצע.', interval '20 days'),
    (5, 'תזכורת לסוף השנה', 'service', 'scheduled', 'סיכום השנה שלכם באקדמיה', 'בסוף החודש נשלח סיכום של מה שלמדתם.', interval '2 days'),
    (6, 'קורס חדש: פנסיה', 'marketing', 'draft', 'קורס חדש על פנסיה', 'טיוטה: להשלים תאריך ולבדוק את הקישור.', interval '6 hours')
  ) as entry (n, name, kind, state, subject, words, ago)
  on conflict do nothing;
  insert into private.campaign_recipients (id, campaign_id, user_id, state, reason, attempts, settled_at, read_at, due_at, queued_at, created_at)
  select pg_temp.id(seed, sent.n, 'recipient ' || people.id), campaigns.id, people.id, ends.state,
    case ends.state when 'refused' then '550 5.1.1 mailbox unavailable' when 'failed' then '451 4.7.1 try again later' when 'unconfirmed' then 'the sender ended'
      when 'skipped' then case when campaigns.state = 'cancelled' then 'cancelled' else 'muted' end end,
    case when ends.state in ('waiting', 'skipped') then 0 when ends.state = 'failed' then 6 else 1 end,
    case when ends.state <> 'waiting' then campaigns.started_at + people.place * interval '1 second' end,
    case when ends.state = 'sent' and ends.draw < 0.5 then campaigns.started_at + people.place * interval '1 second' + interval '5 hours' end,
    campaigns.started_at, campaigns.started_at, campaigns.started_at
  from unnest(array[1, 2, 3, 4]) as sent (n) join private.campaigns on campaigns.id = pg_temp.id(seed, sent.n, 'campaign'),
    lateral (
      select chosen.*, count(*) over () as total from (
      select users.id, users.email, row_number() over (order by users.created_at, users.id) as place from public.users
      where (users.email like '%@students.example' or users.email = 'student@academy.example') and users.is_active and users.email_verified
        and users.created_at < campaigns.created_at + case when users.email = 'student@academy.example' then interval '10 years' else interval '0' end
        and (campaigns.kind = 'service' or users.marketing_consent)
      order by (users.email = 'student@academy.example') desc, users.created_at, users.id limit 300) as chosen) as people,
    lateral (select pg_temp.turn(seed, people.id, 'end ' || sent.n) as draw) as drawn,
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
  where recipients.campaign_id = pg_temp.id(seed, 2, 'campaign') and recipients.state in ('bounced', 'refused')
  union all
  select entry.address, entry.reason, entry.note, until - entry.ago from (values
    ('complaint.1@students.example', 'complained', null, interval '11 days'),
    ('complaint.2@students.example', 'complained', null, interval '40 days'),
    ('left.1@students.example', 'unsubscribed', null, interval '8 days'),
    ('left.2@students.example', 'unsubscribed', null, interval '70 days'),
    ('asked.1@students.example', 'added', 'ביקשה בטלפון לא לקבל שום הודעה', interval '16 days')
  ) as entry (address, reason, note, ago)
  on conflict do nothing;
end $$;

create function pg_temp.add_desk(seed integer, until timestamptz) returns integer
language plpgsql as $$
begin
  perform pg_temp.require_demo_academy();
  perform pg_advisory_xact_lock(hashtextextended('demo people', 0));
  insert into private.canned_replies (id, title, body)
  select pg_temp.id(seed, entry.n, 'ready'), entry.title, entry.body from (values
    (1, 'הסרטון נעצר', E'שלום {שם},\n\nננסה לפתור את זה יחד: רעננו את העמוד, ואם זה נמשך כתבו לנו מאיזה מכשיר ומאיזה דפדפן.\n\n{נציג}, צוות האקדמיה'),
    (2, 'אין קישור כניסה', E'שלום {שם},\n\nהקישור נשלח לכתובת שאיתה נרשמתם ותקף לזמן קצר. בדקו גם בספאם, ובקשו קישור חדש.\n\n{נציג}'),
    (3, 'שאלה על שיעור', E'שלום {שם},\n\nתודה על השאלה על "{שיעור}". '),
    (4, 'ייעוץ אישי', E'שלום {שם},\n\nאנחנו מלמדים ולא מייעצים: על תיק אישי עונה רק בעל רישיון. נשמח לענות על מה שנלמד בקורס "{קורס}".\n\n{נציג}'),
    (5, 'תיקון שם או טלפון', E'שלום {שם},\n\nאת השם והטלפון משנים בפרופיל. אם השדה נעול, כתבו לנו ונשנה אחרי אימות.\n\n{נציג}'),
    (6, 'תודה וסגירה', E'שלום {שם},\n\nשמחנו לעזור. אם משהו לא ברור, עונים להודעה הזאת והפנייה נפתחת שוב.\n\n{נציג}')
  ) as entry (n, title, body)
  on conflict do nothing;
  perform pg_temp.add_visitor_tickets(seed, until);
  perform pg_temp.add_student_tickets(seed, until);
  perform pg_temp.work_tickets(seed, until);
  perform pg_temp.add_messages(seed, until);
  return (select count(*) from private.campaigns where campaigns.occasion is null);
end $$;

create function pg_temp.add_student_tickets(seed integer, until timestamptz) returns void
language plpgsql as $$
declare
  student public.users := (select users from public.users where users.email = 'student@academy.example');
  place record;
begin
  if student.id is null then
    return;
  end if;
  select lessons.id, lessons.course_id, lessons.title_he, least(252, lessons.duration_seconds / 2) as second into place
  from public.lessons join public.courses on courses.id = lessons.course_id join public.lesson_contents as contents on contents.lesson_id = lessons.id
  where lessons.is_published and courses.is_published order by courses.order_index, lessons.order_index, lessons.id limit 1;
  insert into public.support_tickets (id, user_id, name, email, subject, course_id, lesson_id, position_seconds, status, tags, created_at)
  select pg_temp.id(seed, asked.n, 'own ticket'), student.id, coalesce(nullif(trim(concat_ws(' ', student.first_name, student.last_name)), ''), student.email), student.email, asked.subject,
    asked.course, asked.lesson, asked.second, asked.status, asked.tags, until - asked.ago
  from (values
    (1, left('שאלה על השיעור: ' || place.title_he, 150), place.course_id, place.id, place.second, 'pending', '{תוכן}'::text[], interval '3 days'),
    (2, 'דף העבודה לא נפתח בטלפון', null, null, null, 'open', '{תוכן}', interval '7 hours')
  ) as asked (n, subject, course, lesson, second, status, tags, ago)
  where asked.subject is not null
  on conflict do nothing;
  insert into public.support_messages (id, ticket_id, body, from_staff, author_id, created_at)
  select pg_temp.id(seed, entry.n, 'own ' || entry.who), tickets.id, entry.body, entry.who = 'answer',
    case when entry.who = 'answer' then (select admin_users.id from public.admin_users where admin_users.email = 'admin@academy.example') end,
    tickets.created_at + entry.later
  from (values
    (1, 'question', 'לא הבנתי איך עברתם מהשורה הראשונה לשנייה. אפשר לפרט?', interval '0'),
    (1, 'answer', 'כן. בדף העבודה של השיעור כל שלב כתוב בשורה משלו, עם המספרים. ספרו לנו אם זה מספיק.', interval '6 hours'),
    (2, 'question', 'בלחיצה על הקובץ לא קורה כלום. במחשב זה עובד.', interval '0')
  ) as entry (n, who, body, later) join public.support_tickets as tickets on tickets.id = pg_temp.id(seed, entry.n, 'own ticket')
  on conflict do nothing;
end $$;

create function pg_temp.add_tags(seed integer, people pg_temp.student[]) returns void
language plpgsql as $$
begin
  -- As whoever sets a tag: each is made once.
  perform pg_advisory_xact_lock(hashtext('private.student_tags'));
  with given as (
    select person.id as student, tag.name
    from unnest(people) as person, (values ('פיילוט', 0.04), ('סטודנטים לכלכלה', 0.12), ('לקראת פרישה', 0.05), ('מורים', 0.03)) as tag (name, share)
    where pg_temp.draw(seed, person.n, 'tag ' || tag.name) < tag.share
  ), made as (
    insert into private.student_tags (name) select distinct given.name from given
    where not exists (select from private.student_tags as tags where lower(tags.name) = lower(given.name))
    returning id, name
  )
  insert into private.tagged_students (student_id, tag_id)
  select given.student, tags.id
  from given join (select made.id, made.name from made union all select tags.id, tags.name from private.student_tags as tags) as tags
    on lower(tags.name) = lower(given.name);
end $$;
