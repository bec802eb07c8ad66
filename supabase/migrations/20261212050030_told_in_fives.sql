-- A count that is its own group was told as it is where five would have made it more than the group: 43 and 44 of 43 and 44.
create or replace function private.told(part bigint, whole bigint) returns integer
language sql immutable set search_path = '' return case when whole >= 10 and part >= 10 then
  least(round(part / 5.0) * 5, floor(whole / 5.0) * 5)::integer end;
comment on function private.told(bigint, bigint) is
  'How many of a group did something, in fives and never more than the group has, so that two answers that differ by one person are mostly alike; null for fewer than ten, and of a group of fewer than ten.';
