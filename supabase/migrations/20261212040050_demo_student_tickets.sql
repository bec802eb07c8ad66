-- The student of a demo academy has asked as well: one question about a lesson that was answered, one that waits.
create function private.add_demo_student_tickets(seed integer, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
  select private.demo_id(seed, asked.n, 'own ticket'), student.id, coalesce(nullif(trim(concat_ws(' ', student.first_name, student.last_name)), ''), student.email), student.email, asked.subject,
    asked.course, asked.lesson, asked.second, asked.status, asked.tags, until - asked.ago
  from (values
    (1, left('שאלה על השיעור: ' || place.title_he, 150), place.course_id, place.id, place.second, 'pending', '{תוכן}'::text[], interval '3 days'),
    (2, 'דף העבודה לא נפתח בטלפון', null, null, null, 'open', '{תוכן}', interval '7 hours')
  ) as asked (n, subject, course, lesson, second, status, tags, ago)
  where asked.subject is not null
  on conflict do nothing;
  insert into public.support_messages (id, ticket_id, body, from_staff, author_id, created_at)
  select private.demo_id(seed, said.n, 'own ' || said.who), tickets.id, said.body, said.who = 'answer',
    case when said.who = 'answer' then (select admin_users.id from public.admin_users where admin_users.email = 'admin@academy.example') end,
    tickets.created_at + said.later
  from (values
    (1, 'question', 'לא הבנתי איך עברתם מהשורה הראשונה לשנייה. אפשר לפרט?', interval '0'),
    (1, 'answer', 'כן. בדף העבודה של השיעור כל שלב כתוב בשורה משלו, עם המספרים. ספרו לנו אם זה מספיק.', interval '6 hours'),
    (2, 'question', 'בלחיצה על הקובץ לא קורה כלום. במחשב זה עובד.', interval '0')
  ) as said (n, who, body, later) join public.support_tickets as tickets on tickets.id = private.demo_id(seed, said.n, 'own ticket')
  on conflict do nothing;
end $$;
revoke execute on function private.add_demo_student_tickets(integer, timestamptz) from public;

create or replace function private.add_demo_desk(seed integer, until timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_demo_academy();
  perform pg_advisory_xact_lock(hashtextextended('demo people', 0));
  insert into private.canned_replies (id, title, body)
  select private.demo_id(seed, said.n, 'ready'), said.title, said.body from (values
    (1, 'הסרטון נעצר', E'שלום {שם},\n\nננסה לפתור את זה יחד: רעננו את העמוד, ואם זה נמשך כתבו לנו מאיזה מכשיר ומאיזה דפדפן.\n\n{נציג}, צוות האקדמיה'),
    (2, 'אין קישור כניסה', E'שלום {שם},\n\nהקישור נשלח לכתובת שאיתה נרשמתם ותקף לזמן קצר. בדקו גם בספאם, ובקשו קישור חדש.\n\n{נציג}'),
    (3, 'שאלה על שיעור', E'שלום {שם},\n\nתודה על השאלה על "{שיעור}". '),
    (4, 'ייעוץ אישי', E'שלום {שם},\n\nאנחנו מלמדים ולא מייעצים: על תיק אישי עונה רק בעל רישיון. נשמח לענות על מה שנלמד בקורס "{קורס}".\n\n{נציג}'),
    (5, 'תיקון שם או טלפון', E'שלום {שם},\n\nאת השם והטלפון משנים בפרופיל. אם השדה נעול, כתבו לנו ונשנה אחרי אימות.\n\n{נציג}'),
    (6, 'תודה וסגירה', E'שלום {שם},\n\nשמחנו לעזור. אם משהו לא ברור, עונים להודעה הזאת והפנייה נפתחת שוב.\n\n{נציג}')
  ) as said (n, title, body)
  on conflict do nothing;
  perform private.add_demo_visitor_tickets(seed, until);
  perform private.add_demo_student_tickets(seed, until);
  perform private.work_demo_tickets(seed, until);
  perform private.add_demo_messages(seed, until);
  return (select count(*) from private.campaigns where campaigns.occasion is null);
end $$;
