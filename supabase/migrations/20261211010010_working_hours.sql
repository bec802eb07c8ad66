-- Time to the first answer is counted while the office is open: on given days, between two hours of the clock in Israel,
-- never on a holiday. The rule is one pure function; what it is asked with is a setting.
create function private.after_working_minutes(
  moment timestamptz, minutes integer, opens_at time, closes_at time, days integer[], holidays date[]
) returns timestamptz language sql immutable set search_path = '' as $$
  with calendar as (
    -- As many days as can be needed, and no more: every question asks for this once.
    select (moment at time zone 'Asia/Jerusalem')::date + ahead as day
    from generate_series(0, least(500, 9 + cardinality(holidays) + ceil(
      minutes / greatest(1, extract(epoch from closes_at - opens_at) / 60) * 7 / cardinality(days)))::integer) as ahead),
  hours as (
    -- Both ends on the clock: a day on which the clock changes is an hour longer or shorter, as it is for who works.
    select greatest((day + opens_at) at time zone 'Asia/Jerusalem', moment) as begins,
      (day + closes_at) at time zone 'Asia/Jerusalem' as ends
    from calendar where extract(dow from day)::integer = any (days) and day <> all (holidays)),
  worked as (
    select ends, sum(ends - begins) over (order by begins) as so_far from hours where ends > begins)
  select ends - (so_far - make_interval(mins => minutes)) from worked
  where so_far >= make_interval(mins => minutes) order by ends limit 1
$$;
comment on function private.after_working_minutes(timestamptz, integer, time, time, integer[], date[]) is
  'The moment at which so many minutes of work have passed since a moment; days are 0 (Sunday) to 6. Null when 500 days do not hold them.';
revoke execute on function private.after_working_minutes(timestamptz, integer, time, time, integer[], date[]) from public;

create table private.support_settings (
  only_row boolean primary key default true check (only_row),
  opens_at time not null default '09:00',
  closes_at time not null default '17:00',
  days integer[] not null default '{0,1,2,3,4}' check (cardinality(days) between 1 and 7 and days <@ '{0,1,2,3,4,5,6}'),
  holidays date[] not null default '{}' check (cardinality(holidays) <= 200),
  target_minutes integer not null default 960 check (target_minutes between 15 and 9600),
  reply_address text check (char_length(reply_address) <= 190 and reply_address ~ '^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'),
  version integer not null default 1,
  check (opens_at < closes_at)
);
comment on table private.support_settings is 'When the support works, within how many minutes of work it answers first, and where answers by mail go to.';
comment on column private.support_settings.target_minutes is 'The default, two days of eight hours, is what the contact page promises.';
comment on column private.support_settings.reply_address is
  'An address that receives mail for name+key@domain; a mail to a student names it as the one to answer to. Null: mails are answered in the academy only.';
alter table private.support_settings enable row level security;
insert into private.support_settings default values;

create function private.first_answer_due(asked_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.after_working_minutes(asked_at, target_minutes, opens_at, closes_at, days, holidays) from private.support_settings
$$;
comment on function private.first_answer_due(timestamptz) is 'Until when a question of that moment should have its first answer.';
revoke execute on function private.first_answer_due(timestamptz) from public;
