create function private.read_in_order(by_index boolean) returns void
language sql volatile set search_path = '' as $$
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', gathers, true), set_config('enable_sort', gathers, true),
    set_config('enable_indexscan', walks, true), set_config('enable_indexonlyscan', walks, true)
  from (select case when by_index then 'on' else 'off' end as walks, case when by_index then 'off' else 'on' end as gathers) as ways
$$;
comment on function private.read_in_order(boolean) is
  'Until its caller ends, queries walk an index in the order asked for (true), or gather what matches and sort it (false).';

create function private.as_pattern(word text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_')
$$;
comment on function private.as_pattern(text) is 'A word as a pattern of like takes it, each sign for itself.';

create function private.short_word(search text) returns text
language sql immutable set search_path = '' as $$
  select private.as_pattern(word)
  from (select lower(trim(regexp_replace(search, '\s+', ' ', 'g'))) as word) as words
  where char_length(word) between 1 and 2 and word !~ '[ @]'
$$;
comment on function private.short_word(text) is
  'A search that is one word of one or two letters, as a pattern takes it; null for every other search.';
