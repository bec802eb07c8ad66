-- A word that many have, sorted by name: the next fifty are mostly among the next thousands in that order, so those are
-- looked through before all who have the word are gathered and sorted.
create function private.read_in_order(kept boolean) returns void
language sql volatile set search_path = '' as $$
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', gathers, true), set_config('enable_sort', gathers, true),
    set_config('enable_indexscan', walks, true), set_config('enable_indexonlyscan', walks, true)
  from (select case when kept then 'on' else 'off' end as walks, case when kept then 'off' else 'on' end as gathers) as ways
$$;
comment on function private.read_in_order(boolean) is
  'Until its caller ends, queries walk an index in the order asked for (true), or gather what matches and sort it (false).';
revoke execute on function private.read_in_order(boolean) from public;

create or replace function private.find_students(query jsonb, size integer, out ids uuid[], out matching integer)
language plpgsql stable set search_path = '' set jit = off set max_parallel_workers_per_gather = 0
  set enable_seqscan = on set enable_bitmapscan = on set enable_sort = on set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  -- So many are read and sorted within milliseconds; of more than that the next in any order is never far.
  few constant integer := 5000;
  -- So many of the order of names are looked through before all who have a word are gathered.
  near constant integer := 60000;
  conditions constant text := private.student_filters(query);
  is_searched constant boolean := private.student_search(query ->> 'search') <> 'true';
  sort constant text := private.student_sort(query);
  -- From the last row of a page onwards, or from the first one back.
  backwards constant boolean := query ? 'before';
  cursor_at constant jsonb := coalesce(query -> 'before', query -> 'after');
  downwards constant boolean := (coalesce(query ->> 'direction', 'desc') <> 'asc') <> backwards;
  in_order constant text := format('order by listed.%1$I %2$s, listed.id %2$s limit ', sort,
    case when downwards then 'desc' else 'asc' end);
  ordered constant text := in_order || size + 1;
  place text := 'true';
  gathered constant text := 'with hits as materialized (select listed.id, listed.%I from private.listed_students as listed where %s limit %L)
    select array(select listed.id from hits as listed where %s %s), (select count(*) from hits)';
begin
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(listed.%I, listed.id) %s (%L::%s, %L::uuid)', sort, case when downwards then '<' else '>' end,
      cursor_at ->> 'value', case sort when 'name' then 'text' else 'timestamptz' end, cursor_at ->> 'id');
  end if;
  if conditions <> 'true' then
    -- The index of names finds a word sooner than any other way, whatever is thought of how many have it.
    perform set_config('enable_seqscan', case when is_searched then 'off' else 'on' end, true);
    execute format(gathered, sort, conditions, few + 1, place, ordered) into ids, matching;
    if matching <= few then
      return;
    end if;
    matching := null;
    -- Who have a word in their name are mostly near, but may all stand together at the end of the order of names.
    if is_searched and sort = 'name' then
      perform private.read_in_order(true);
      execute format('select array(select listed.id from (select * from private.listed_students as listed where %s %s) as listed
        where %s %s)', place, in_order || near, conditions, ordered) into ids;
      if cardinality(ids) > size then
        return;
      end if;
    end if;
  end if;
  perform private.read_in_order(not is_searched or sort <> 'name');
  execute format('select array(select listed.id from private.listed_students as listed where %s and %s %s)',
    conditions, place, ordered) into ids;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;

-- Workers beside it take the cores that others wait for, and tens of milliseconds to start.
alter function private.count_students(jsonb, integer) set max_parallel_workers_per_gather = 0;
