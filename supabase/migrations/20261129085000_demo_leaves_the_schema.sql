set local check_function_bodies = off;

DROP FUNCTION "private"."add_demo_accounts"(integer, timestamp with time zone, private.demo_student[]);

DROP FUNCTION "private"."add_demo_messages"(integer, timestamp with time zone);

DROP FUNCTION "private"."add_demo_progress"(integer, timestamp with time zone, private.demo_student[]);

DROP FUNCTION "private"."add_demo_sign_ins"(integer, timestamp with time zone, private.demo_student[]);

DROP FUNCTION "private"."add_demo_student_tickets"(integer, timestamp with time zone);

DROP FUNCTION "private"."add_demo_tags"(integer, private.demo_student[]);

DROP FUNCTION "private"."add_demo_talk"(integer, timestamp with time zone, private.demo_student[]);

DROP FUNCTION "private"."add_demo_visitor_tickets"(integer, timestamp with time zone);

DROP FUNCTION "private"."demo_draw"(integer, integer, text);

DROP FUNCTION "private"."demo_id"(integer, integer, text);

DROP FUNCTION "private"."demo_pick"(text[], double precision);

DROP FUNCTION "private"."demo_students"(integer, timestamp with time zone, integer, integer);

DROP FUNCTION "private"."demo_turn"(integer, uuid, text);

DROP FUNCTION "private"."demo_visit_days"(integer, date);

DROP FUNCTION "private"."require_demo_academy"();

DROP FUNCTION "private"."work_demo_tickets"(integer, timestamp with time zone);

DROP FUNCTION "public"."add_demo_desk"(integer, timestamp with time zone);

DROP FUNCTION "private"."add_demo_desk"(integer, timestamp with time zone);

DROP FUNCTION "public"."add_demo_people"(integer, timestamp with time zone, integer, integer);

DROP FUNCTION "private"."add_demo_people"(integer, timestamp with time zone, integer, integer);

DROP FUNCTION "public"."add_demo_visits"(integer, date);

DROP FUNCTION "private"."add_demo_visits"(integer, date);

DROP FUNCTION "public"."remove_demo_people"(integer, date, integer);

DROP FUNCTION "private"."remove_demo_people"(integer, date, integer);

DROP TYPE "private"."demo_student";
