-- Watched seconds as a set: writes are united, so their order, number and repetition do not matter.
create function private.parse_ranges(input text, duration integer) returns int4multirange
language plpgsql immutable set search_path = '' as $$
begin
  if length(input) > 20000 or input !~ '^\{(\[\d{1,7},\d{1,7}\)(,\[\d{1,7},\d{1,7}\))*)?\}$' then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_ranges is not a set of whole seconds');
  end if;
  return input::int4multirange * int4multirange(int4range(0, duration));
exception
  when data_exception then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_ranges is not a set of whole seconds');
end $$;
comment on function private.parse_ranges(text, integer) is 'Reads {[0,30),[60,90)} and cuts it to the lesson.';
revoke execute on function private.parse_ranges(text, integer) from public;

create function private.measure_ranges(ranges int4multirange) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if int4multirange(range_merge(ranges)) = ranges then
    return coalesce(upper(ranges) - lower(ranges), 0);
  end if;
  return (select sum(upper(part) - lower(part)) from unnest(ranges) as part);
end $$;
comment on function private.measure_ranges(int4multirange) is 'Seconds covered by the set.';
revoke execute on function private.measure_ranges(int4multirange) from public;

create function private.is_covered(watched integer, duration integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return duration > 0 and watched >= duration * 0.98;
end $$;
comment on function private.is_covered(integer, integer) is '98% of the lesson ([9-38]); a lesson of unknown length is never completed by watching.';
revoke execute on function private.is_covered(integer, integer) from public;

create function private.first_seconds(ranges int4multirange, seconds integer) returns int4multirange
language sql immutable set search_path = '' as $$
  select coalesce(range_agg(int4range(lower(part), least(upper(part), lower(part) + seconds - passed::integer))), '{}')
  from (
    select part, sum(upper(part) - lower(part)) over (order by lower(part)) - (upper(part) - lower(part)) as passed
    from unnest(ranges) as part
  ) as parts
  where passed < seconds
$$;
comment on function private.first_seconds(int4multirange, integer) is 'The first so many seconds of the set.';
revoke execute on function private.first_seconds(int4multirange, integer) from public;
