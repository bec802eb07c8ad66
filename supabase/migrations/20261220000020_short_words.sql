-- One or two letters, sorted by name: whoever's name begins with them is read from the index of names, in its order. It does
-- not tell who has them at the beginning of a further name, so those have an index of their own.
create index listed_students_further_names_idx on private.listed_students
  using gin (substring(name from position(' ' in name)) extensions.gin_trgm_ops);

create function private.as_pattern(word text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_')
$$;
comment on function private.as_pattern(text) is 'A word as a pattern of like takes it, each sign for itself.';
revoke execute on function private.as_pattern(text) from public;

create or replace function private.name_condition(word text) returns text
language sql immutable set search_path = '' as $$
  -- Two letters make no trigram inside of a word, but at its beginning they do.
  select case when char_length(word) > 2 then format('listed.name like %L', '%' || escaped || '%')
    else format('(listed.name like %L or listed.name like %L)', escaped || '%', '% ' || escaped || '%') end
  from (select private.as_pattern(word) as escaped) as quoted
$$;

create function private.short_word(search text) returns text
language sql immutable set search_path = '' as $$
  select private.as_pattern(word)
  from (select lower(trim(regexp_replace(search, '\s+', ' ', 'g'))) as word) as words
  where char_length(word) between 1 and 2 and word !~ '[ @]'
$$;
comment on function private.short_word(text) is
  'A search that is one word of one or two letters, as a pattern takes it; null for every other search.';
revoke execute on function private.short_word(text) from public;

create or replace function private.find_students(query jsonb, size integer, out ids uuid[], out matching integer)
language plpgsql stable set search_path = '' set jit = off set max_parallel_workers_per_gather = 0
  set enable_seqscan = on set enable_bitmapscan = on set enable_sort = on set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  -- So many are read and sorted within milliseconds; of more than that the next in any order is never far.
  few constant integer := 5000;
  -- So many of the order of names are looked through before all who have a word are gathered.
  near constant integer := 60000;
  conditions constant text := private.student_filters(query);
  short constant text := private.short_word(query ->> 'search');
  further uuid[];
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
    -- Names that begin with a short word stand together in the order of names, however far; others that have it later are
    -- few, or they were near.
    if short is not null and sort = 'name' then
      perform private.read_in_order(false);
      execute format('select array(select listed.id from private.listed_students as listed
        where substring(listed.name from position('' '' in listed.name)) like %L and %s limit %s)', '% ' || short || '%', conditions, few + 1) into further;
      if cardinality(further) <= few then
        perform private.read_in_order(true);
        execute format('select array(select listed.id from private.listed_students as listed where listed.name like %L and %s and %s %s)',
          short || '%', conditions, place, ordered) into ids;
        perform private.read_in_order(false);
        execute format('select array(select listed.id from private.listed_students as listed where listed.id = any (%L::uuid[]) and %s %s)',
          further || ids, place, ordered) into ids;
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
