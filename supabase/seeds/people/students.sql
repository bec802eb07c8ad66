-- Made-up students with a year behind them, the same ones from the same seed and day. Functions of one session: nothing of
-- them stays in the schema.

create type pg_temp.student as (
  n integer, id uuid, email text, first_name text, last_name text, phone text, state text, eager double precision,
  marketing boolean, joined timestamptz, seen timestamptz);

create function pg_temp.require_demo_academy() returns void
language plpgsql as $$
begin
  if not exists (select from public.app_settings where app_settings.key = 'demo_academy' and app_settings.value = 'true') then
    raise exception 'Made-up people are for a demo academy only: its setting demo_academy is not true';
  end if;
end $$;

-- A number from 0 up to 1 that looks random and is the same every time.
create function pg_temp.draw(seed integer, n integer, what text) returns double precision
language sql immutable as $$
  select ('x' || substr(md5(seed || ' ' || n || ' ' || what), 1, 8))::bit(32)::bigint / 4294967296.0::double precision
$$;

create function pg_temp.id(seed integer, n integer, what text) returns uuid
language sql immutable as $$ select md5('demo ' || seed || ' ' || n || ' ' || what)::uuid $$;

create function pg_temp.pick(words text[], draw double precision) returns text
language sql immutable as $$ select words[1 + floor(draw * cardinality(words))::integer] $$;

create function pg_temp.students(seed integer, until timestamptz, first integer, last integer) returns setof pg_temp.student
language sql stable as $$
  with names as (
    select
      '{נועה,תמר,מאיה,שירה,יעל,אביגיל,רוני,הילה,מיכל,דנה,ליאור,עדי,אורית,רחל,סיוון,טליה,איתי,דניאל,יונתן,אורי,עומר,יוסף,משה,אדם,אלון,גיא,ניר,רועי,שחר,אסף,אמיר,חסן,סאלי,נטליה,מריה,אלכס}'::text[] as first_he,
      '{noa,tamar,maya,shira,yael,avigail,roni,hila,michal,dana,lior,adi,orit,rachel,sivan,talia,itay,daniel,yonatan,uri,omer,yosef,moshe,adam,alon,guy,nir,roi,shahar,asaf,amir,hasan,sally,natalia,maria,alex}'::text[] as first_en,
      '{כהן,לוי,מזרחי,פרץ,ביטון,דהן,אברהם,פרידמן,מלכה,אזולאי,כץ,יוסף,דוד,עמר,אוחיון,חדד,גבאי,בן דוד,אדלר,לב,טל,רוזן,שפירא,ברק,שלום,נחום,סבג,אלמוג,הררי,גולן,שגיא,חורי,נסאר,מנסור,סלאמה,איבנוב,קוגן,זיו,רגב,אשר}'::text[] as last_he
  ), drawn as (
    select number as n, pg_temp.draw(seed, number, 'state') as state, pg_temp.draw(seed, number, 'eager') as eager,
      until - interval '365 days' * (1 - sqrt(pg_temp.draw(seed, number, 'joined'))) as joined
    from generate_series(first, last) as number
  )
  select drawn.n, pg_temp.id(seed, drawn.n, 'student'),
    pg_temp.pick(names.first_en, pg_temp.draw(seed, drawn.n, 'first')) || '.' || drawn.n || '.' || seed || '@students.example',
    pg_temp.pick(names.first_he, pg_temp.draw(seed, drawn.n, 'first')),
    pg_temp.pick(names.last_he, pg_temp.draw(seed, drawn.n, 'last')),
    -- No operator hands out 050-1: nobody has such a number.
    case when pg_temp.draw(seed, drawn.n, 'phone') > 0.06 then '+9725010' || lpad(((drawn.n * 7919 + seed) % 100000)::text, 5, '0') end,
    case when drawn.state < 0.02 then 'closed' when drawn.state < 0.03 then 'leaving' when drawn.state < 0.08 then 'unverified' else 'active' end,
    drawn.eager, pg_temp.draw(seed, drawn.n, 'marketing') < 0.45, drawn.joined,
    -- One in six never came back after the first evening.
    case when drawn.state between 0.03 and 0.08 then null
      when drawn.eager < 0.17 then least(until, drawn.joined + interval '1 hour' * drawn.eager * 6)
      else drawn.joined + (until - drawn.joined) * sqrt(pg_temp.draw(seed, drawn.n, 'seen')) end
  from drawn, names
$$;

create function pg_temp.add_accounts(seed integer, until timestamptz, people pg_temp.student[]) returns void
language plpgsql as $$
begin
  -- The trigger that gives a student an empty profile passes by what is no student yet.
  insert into auth.users (id, aud, role, email, email_confirmed_at, last_sign_in_at, created_at, updated_at, banned_until,
    raw_app_meta_data, raw_user_meta_data)
  select made.id, 'authenticated', 'authenticated', made.email, case when made.state <> 'unverified' then made.joined end, made.seen,
    made.joined, made.joined, case when made.state = 'closed' then until + interval '100 years' end,
    '{"provider":"email","providers":["email"],"demo":true}', '{"user_type":"admin"}'
  from unnest(people) as made;
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select pg_temp.id(seed, made.n, 'identity'), made.id::text, made.id, jsonb_build_object('sub', made.id, 'email', made.email), 'email',
    made.seen, made.joined, made.joined
  from unnest(people) as made;
  insert into public.users (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent, terms_consent,
    consent_given_at, is_active, last_login_at, created_at, deletion_due_at)
  select made.id, made.email, entry.first_name, entry.last_name, entry.phone, made.marketing and made.state <> 'unverified',
    made.state <> 'unverified', made.state <> 'unverified', made.joined, made.state <> 'closed', made.seen, made.joined,
    case when made.state = 'leaving' then until + interval '14 days' * (0.1 + 0.9 * made.eager) end
  from unnest(people) as made
  left join lateral (select made.first_name, made.last_name, made.phone where made.state <> 'unverified') as proved on true,
    lateral (select coalesce(proved.first_name, '') as first_name, coalesce(proved.last_name, '') as last_name, proved.phone) as entry;
  update auth.users set raw_user_meta_data = '{"user_type":"student"}'
    where users.id = any (array(select made.id from unnest(people) as made));
  update public.consent_events set occurred_at = students.created_at
    from public.users as students
    where consent_events.user_id = students.id
      and students.id = any (array(select made.id from unnest(people) as made));
end $$;

create function pg_temp.add_sign_ins(seed integer, until timestamptz, people pg_temp.student[]) returns void
language plpgsql as $$
declare
  agents constant text[] := array[
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'];
begin
  -- Nobody is notified of a device that is known already.
  insert into private.known_devices (user_id, browser, system, first_seen_at)
  select made.id, coalesce(words.browser, ''), coalesce(words.system, ''), made.joined
  from unnest(people) as made,
    lateral private.device_words(pg_temp.pick(agents, pg_temp.draw(seed, made.n, 'device'))) as words
  where made.seen is not null;
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
  select pg_temp.id(seed, made.n, 'session'), made.id, made.seen, made.seen, 'aal1',
    pg_temp.pick(agents, pg_temp.draw(seed, made.n, 'device')), ('198.51.100.' || made.n % 254 + 1)::inet
  from unnest(people) as made
  where made.state <> 'closed' and made.seen > until - interval '60 days';
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select pg_temp.id(seed, made.n, 'claim'), pg_temp.id(seed, made.n, 'session'), made.seen, made.seen, 'otp'
  from unnest(people) as made
  where made.state <> 'closed' and made.seen > until - interval '60 days';
end $$;

create function pg_temp.add_progress(seed integer, until timestamptz, people pg_temp.student[]) returns void
language plpgsql as $$
begin
  insert into public.user_progress (user_id, lesson_id, course_id, progress_seconds, watched_ranges, last_watched, created_at)
  with begun as (
    select made.*, courses.id as course_id, pg_temp.draw(seed, made.n, 'depth ' || courses.id) * 1.25 as depth,
      row_number() over (partition by made.n order by pg_temp.draw(seed, made.n, 'course ' || courses.id), courses.id) as place,
      floor(made.eager * 5)::integer as most
    from unnest(people) as made, public.courses
    where made.seen is not null and courses.is_published
  ), watched as (
    select begun.*, lessons.id as lesson_id, lessons.duration_seconds as seconds, shelf.many,
      row_number() over (partition by begun.n, begun.course_id order by lessons.order_index, lessons.id) as step
    from begun
    join public.lessons on lessons.course_id = begun.course_id and lessons.is_published and lessons.duration_seconds > 0
    join lateral (select count(*) as many from public.lessons as others
      where others.course_id = begun.course_id and others.is_published and others.duration_seconds > 0) as shelf on true
    where begun.place <= begun.most
  )
  select watched.id, watched.lesson_id, watched.course_id, part.seconds, format('{[0,%s)}', part.seconds), part.at, part.at
  from watched, lateral (
    select greatest(1, floor(watched.seconds * least(1, watched.depth * watched.many - watched.step + 1))::integer) as seconds,
      watched.joined + (watched.seen - watched.joined) * ((watched.place - 1 + watched.step::double precision / watched.many) / watched.most) as at
  ) as part
  where watched.step - 1 < watched.depth * watched.many;
  update public.course_completions as done set completed_at = latest.at
    from (select progress.user_id, progress.course_id, max(progress.last_watched) as at from public.user_progress as progress
      where progress.user_id = any (array(select made.id from unnest(people) as made))
      group by 1, 2) as latest
    where done.user_id = latest.user_id and done.course_id = latest.course_id;
  insert into public.bookmarks (user_id, course_id, created_at)
  select made.id, courses.id, made.joined + (made.seen - made.joined) * made.eager
  from unnest(people) as made, public.courses
  where made.seen is not null and courses.is_published
    and pg_temp.draw(seed, made.n, 'bookmark ' || courses.id) < 0.07;
end $$;

create function pg_temp.add_talk(seed integer, until timestamptz, people pg_temp.student[]) returns void
language plpgsql as $$
declare
  subjects constant text[] := '{"הסרטון נעצר באמצע","שאלה על השיעור","איך מעדכנים מספר טלפון","לא קיבלתי קישור כניסה","דף העבודה לא נפתח","מתי יהיו שיעורים חדשים","בקשה לתיקון השם שלי","ההתקדמות שלי לא נשמרה"}';
  questions constant text[] := '{"ניסיתי כמה פעמים מהטלפון ומהמחשב וזה חוזר על עצמו. אשמח לעזרה.","רציתי להבין את החישוב שמופיע בדוגמה השנייה, לא הגעתי לאותה תוצאה.","איפה רואים את זה באתר? חיפשתי בפרופיל ולא מצאתי.","תודה על הקורס. יש לי שאלה קטנה על מה שנאמר לקראת הסוף."}';
  answers constant text[] := '{"תודה שכתבתם. בדקנו ותיקנו, ועכשיו זה אמור לעבוד. אם לא, ספרו לנו מאיזה מכשיר.","התשובה נמצאת בדף העבודה של השיעור, בשורה האחרונה. אם משהו לא ברור, כתבו לנו שוב.","העברנו את זה לצוות התוכן, ונעדכן כשיהיה חדש."}';
begin
  insert into public.support_tickets (id, user_id, name, email, subject, status, created_at, updated_at)
  select pg_temp.id(seed, made.n, 'ticket'), made.id, made.first_name || ' ' || made.last_name, made.email,
    pg_temp.pick(subjects, pg_temp.draw(seed, made.n, 'subject')),
    case when asked.at > until - interval '5 days' then 'open' when pg_temp.draw(seed, made.n, 'waits') < 0.04 then 'pending' else 'closed' end,
    asked.at, asked.at
  from unnest(people) as made,
    lateral (select made.joined + (made.seen - made.joined) * pg_temp.draw(seed, made.n, 'asked') as at) as asked
  where made.seen is not null and pg_temp.draw(seed, made.n, 'ticket') < 0.09;
  insert into public.support_messages (id, ticket_id, body, from_staff, created_at)
  select pg_temp.id(seed, made.n, entry.who), tickets.id, entry.body, entry.who = 'answer', tickets.created_at + entry.later
  from unnest(people) as made join public.support_tickets as tickets on tickets.id = pg_temp.id(seed, made.n, 'ticket'),
    lateral (values
      ('question', pg_temp.pick(questions, pg_temp.draw(seed, made.n, 'body')), interval '0'),
      ('answer', pg_temp.pick(answers, pg_temp.draw(seed, made.n, 'answer')), interval '20 hours' * pg_temp.draw(seed, made.n, 'later'))
    ) as entry (who, body, later)
  where entry.who = 'question' or tickets.status <> 'open';
  -- Mails of the academy are kept for a month.
  insert into public.email_outbox (id, kind, recipient, subject, status, attempts, last_error, last_failure, next_attempt_at, created_at, sent_at)
  select pg_temp.id(seed, made.n, 'letter ' || letter.ago), 'marketing', made.email, letter.subject,
    case when bounced.it then 'abandoned' else 'sent' end, 1, case when bounced.it then '550 no such mailbox' end,
    case when bounced.it then 'permanent' end, letter.at, letter.at, case when not bounced.it then letter.at + interval '1 minute' end
  from unnest(people) as made,
    (values (4, 'מה חדש באקדמיה: שלושה שיעורים על ריבית'), (18, 'מה חדש באקדמיה: תקציב לכל משפחה')) as entry (ago, subject),
    lateral (select entry.ago, entry.subject, until - make_interval(days => entry.ago) as at) as letter,
    lateral (select pg_temp.draw(seed, made.n, 'bounced') < 0.015 as it) as bounced
  where made.marketing and made.state = 'active' and made.joined < letter.at;
  insert into public.record_views (viewer_id, viewer_first_name, viewer_role, student_id, what, occurred_at)
  select viewer.id, viewer.first_name, roles.name, made.id, 'record', made.joined + (until - made.joined) * pg_temp.draw(seed, made.n, 'viewed')
  from unnest(people) as made
  join public.admin_users as viewer on viewer.email = 'admin@academy.example' join public.roles on roles.id = viewer.role_id
  where pg_temp.draw(seed, made.n, 'looked') < 0.03;
end $$;

-- Adds the students of these numbers that are not there; gives how many. A number is at most 20000.
create function pg_temp.add_people(seed integer, until timestamptz, first integer, last integer) returns integer
language plpgsql as $$
declare
  people pg_temp.student[];
begin
  perform pg_temp.require_demo_academy();
  perform pg_advisory_xact_lock(hashtextextended('demo people', 0));
  people := array(
    select made from pg_temp.students(seed, until, first, last) as made
    where not exists (select from auth.users where users.id = made.id) order by made.n);
  if cardinality(people) > 0 then
    perform pg_temp.add_accounts(seed, until, people);
    perform pg_temp.add_sign_ins(seed, until, people);
    perform pg_temp.add_progress(seed, until, people);
    perform pg_temp.add_talk(seed, until, people);
    perform pg_temp.add_tags(seed, people);
  end if;
  return cardinality(people);
end $$;
