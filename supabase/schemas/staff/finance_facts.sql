create table public.finance_facts (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug ~ '^[^\s/?#]+$' and char_length(slug) <= 80),
  name_he text not null check (char_length(name_he) between 1 and 120),
  type text not null default 'rate' check (type in ('rate', 'bracket', 'ceiling', 'fee', 'amount', 'index')),
  value numeric check (abs(value) < 1e12 and scale(value) <= 4),
  unit text not null default 'percent' check (unit in ('percent', 'ils', 'ils_month', 'ils_year', 'years', 'months', 'days', 'points')),
  brackets jsonb not null default '[]' check (jsonb_typeof(brackets) = 'array' and jsonb_array_length(brackets) <= 20),
  valid_from date,
  valid_to date,
  source_name text check (char_length(source_name) <= 80),
  source_url text check (source_url ~ '^https?://[^\s<>"\\]+$' and char_length(source_url) <= 500),
  checked_on date,
  review_by date,
  note_he text check (char_length(note_he) <= 500),
  reason_he text check (char_length(reason_he) <= 300),
  is_published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint finance_facts_period_check check (not is_published or valid_to >= valid_from)
);
comment on table public.finance_facts is
  'Figures of law and market that texts refer to: one record for each figure, or for each period of it; what it said before is in finance_fact_corrections.';
comment on column public.finance_facts.slug is 'Which figure it is; several periods of one figure share it, and no two of them overlap where visitors see them.';
comment on column public.finance_facts.unit is 'What the value counts; of brackets what their bounds count, their rates are percents.';
comment on column public.finance_facts.brackets is 'Of the type bracket: [{from, to, rate}], each from where the one before ends, the last without an end (null).';
comment on column public.finance_facts.valid_to is 'The last day; null while nobody knows of an end.';
comment on column public.finance_facts.review_by is 'From the day after it the staff is reminded to check it again.';
comment on column public.finance_facts.reason_he is 'Why the value was changed the last time, as readers are told.';
comment on column public.finance_facts.published_at is 'When visitors saw it first.';
create index finance_facts_slug_idx on public.finance_facts (slug) where is_published;
create index finance_facts_review_by_idx on public.finance_facts (review_by) where is_published;
grant select on public.finance_facts to anon, authenticated;
alter table public.finance_facts enable row level security;

create table public.finance_fact_corrections (
  id bigint generated always as identity primary key,
  fact_id uuid not null references public.finance_facts on delete cascade,
  said_before text not null,
  says text not null,
  reason_he text,
  corrected_at timestamptz not null default now()
);
comment on table public.finance_fact_corrections is
  'What a fact said before and after each change of its value that visitors could see, and why.';
create index finance_fact_corrections_fact_id_idx on public.finance_fact_corrections (fact_id);
grant select on public.finance_fact_corrections to anon, authenticated;
alter table public.finance_fact_corrections enable row level security;

create function private.format_amount(value numeric, unit text) returns text
language sql immutable set search_path = '' as $$
  with parts as (
    select case when value < 0 then U&'\200E-' else '' end as sign, rtrim(to_char(abs(value), 'FM999,999,999,999,990.9999'), '.') as number)
  select U&'\200F' || case
    when unit = 'percent' then sign || number || '%'
    when unit like 'ils%' then sign || '₪' || number || case unit when 'ils_month' then ' לחודש' when 'ils_year' then ' לשנה' else '' end
    when value = 1 then case unit when 'years' then 'שנה' when 'months' then 'חודש' when 'days' then 'יום' else 'נקודה אחת' end
    when value = 2 and unit <> 'points' then case unit when 'years' then 'שנתיים' when 'months' then 'חודשיים' else 'יומיים' end
    else sign || number || case unit when 'years' then ' שנים' when 'months' then ' חודשים' when 'days' then ' ימים' else ' נקודות' end end
  from parts
$$;
comment on function private.format_amount(numeric, text) is
  'An amount with its unit as Hebrew writes it, as web/app/shared/formats/amounts.rules.ts does: it begins with a mark of direction, so that it stands rightly wherever it is put.';

create function private.format_fact(fact public.finance_facts) returns text
language sql immutable set search_path = '' return case
  when fact.type <> 'bracket' then private.format_amount(fact.value, fact.unit)
  else (
    select case when min(rate) = max(rate) then private.format_amount(min(rate), 'percent')
      else private.format_amount(min(rate), 'percent') || '–' || private.format_amount(max(rate), 'percent') end
    from (select (bracket ->> 'rate')::numeric as rate from jsonb_array_elements(fact.brackets) as bracket) as rates) end;
comment on function private.format_fact(public.finance_facts) is
  'What a fact says within a sentence: its value, or the lowest and the highest rate of its brackets.';

create function private.format_whole_fact(fact public.finance_facts) returns text
language sql immutable set search_path = '' return case
  when fact.type <> 'bracket' then private.format_amount(fact.value, fact.unit)
  else (
    select string_agg(private.format_amount((bracket ->> 'rate')::numeric, 'percent') || case
      when bracket ->> 'to' is null then ' מעל ' || private.format_amount((bracket ->> 'from')::numeric, fact.unit)
      else ' עד ' || private.format_amount((bracket ->> 'to')::numeric, fact.unit) end, '; ' order by place)
    from jsonb_array_elements(fact.brackets) with ordinality as brackets (bracket, place)) end;
comment on function private.format_whole_fact(public.finance_facts) is
  'The same with every bracket, as the log of corrections keeps it.';

create function private.are_brackets(value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  bracket record;
  ended numeric := 0;
begin
  if jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > 20 then
    return false;
  end if;
  for bracket in select line.line, line.place = jsonb_array_length(value) as is_last
    from jsonb_array_elements(value) with ordinality as line (line, place) order by line.place
  loop
    if jsonb_typeof(bracket.line) <> 'object' or (select array_agg(key order by key) from jsonb_object_keys(bracket.line) as key) is distinct from '{from,rate,to}'
      or jsonb_typeof(bracket.line -> 'from') <> 'number' or jsonb_typeof(bracket.line -> 'rate') <> 'number'
      or jsonb_typeof(bracket.line -> 'to') <> (case when bracket.is_last then 'null' else 'number' end)
      or (bracket.line ->> 'from')::numeric <> ended or (bracket.line ->> 'rate')::numeric not between 0 and 100
      or scale((bracket.line ->> 'rate')::numeric) > 4 then
      return false;
    end if;
    if not bracket.is_last then
      if (bracket.line ->> 'to')::numeric <= ended or (bracket.line ->> 'to')::numeric >= 1e12 or scale((bracket.line ->> 'to')::numeric) > 4 then
        return false;
      end if;
      ended := (bracket.line ->> 'to')::numeric;
    end if;
  end loop;
  return true;
end $$;
comment on function private.are_brackets(jsonb) is
  'Whether they begin at nothing, leave no gap, and end without a bound; none are brackets too.';

create function private.fact_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  as_text constant text := value #>> '{}';
  is_text constant boolean := coalesce(jsonb_typeof(value) = 'string', false);
  is_empty constant boolean := coalesce(value, 'null') = 'null' or as_text = '';
begin
  case field
    when 'slug' then
      return case when is_empty then 'REQUIRED' when not is_text or char_length(as_text) > 80 or as_text !~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' then 'SLUG' end;
    when 'type' then
      return case when not is_text or as_text not in ('rate', 'bracket', 'ceiling', 'fee', 'amount', 'index') then 'INVALID' end;
    when 'unit' then
      return case when not is_text or as_text not in ('percent', 'ils', 'ils_month', 'ils_year', 'years', 'months', 'days', 'points') then 'INVALID' end;
    when 'value' then
      if coalesce(value, 'null') = 'null' then
        return null;
      end if;
      return case when jsonb_typeof(value) <> 'number' or as_text::numeric not between -999999999999 and 999999999999
        or as_text::numeric <> round(as_text::numeric, 4) then 'AMOUNT' end;
    when 'brackets' then
      return case when not private.are_brackets(value) then 'BRACKETS' end;
    when 'checked_on' then
      return private.article_field_problem(kind, id, field, value);
    when 'valid_from', 'valid_to', 'review_by' then
      begin
        return case when not is_empty and (not is_text or as_text !~ '^(19|20)\d\d-\d\d-\d\d$' or as_text::date is null) then 'DATE' end;
      exception when datetime_field_overflow then
        return 'DATE';
      end;
    when 'source_name' then
      return case when not is_empty and (not is_text or char_length(as_text) > 80) then 'TOO_LONG' end;
    when 'source_url' then
      return case when not is_empty and (not is_text or char_length(as_text) > 500 or as_text !~ '^https?://[^\s<>"\\]+$') then 'WEB_ADDRESS' end;
    when 'note_he' then
      return case when not is_empty and (not is_text or char_length(as_text) > 500) then 'TOO_LONG' end;
    when 'reason_he' then
      return case when not is_empty and (not is_text or char_length(as_text) > 300) then 'TOO_LONG' end;
    else
      return private.general_content_field_problem(kind, id, field, value);
  end case;
end $$;
comment on function private.fact_field_problem(text, uuid, text, jsonb) is
  'The problems of every field, AMOUNT for a number of more than four decimals, BRACKETS, DATE for what is no day, and WEB_ADDRESS.';

create function private.fact_overlap(fact uuid, slug text, valid_from date, valid_to date) returns boolean
language sql stable security definer set search_path = '' return exists (
  select from public.finance_facts as others
  where others.slug = fact_overlap.slug and others.id <> fact and others.is_published
    and daterange(others.valid_from, others.valid_to, '[]') && daterange(fact_overlap.valid_from, fact_overlap.valid_to, '[]'));
comment on function private.fact_overlap(uuid, text, date, date) is
  'Whether visitors see another record of the same figure for some of the same days.';

create function private.fact_gaps(id uuid, data jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  live public.finance_facts;
  are_dates constant boolean := private.fact_field_problem('fact', id, 'valid_from', data -> 'valid_from') is null
    and private.fact_field_problem('fact', id, 'valid_to', data -> 'valid_to') is null;
  starts constant date := case when are_dates then nullif(data ->> 'valid_from', '')::date end;
  ends constant date := case when are_dates then nullif(data ->> 'valid_to', '')::date end;
begin
  select * into live from public.finance_facts as facts where facts.id = fact_gaps.id;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', gaps.can_waive)), '[]')
    from (values
      ('FACT_VALUE_MISSING', 'value', false, data ->> 'type' <> 'bracket' and data ->> 'value' is null),
      ('FACT_VALUE_MISSING', 'brackets', false, data ->> 'type' = 'bracket' and data -> 'brackets' = '[]'),
      ('FACT_UNIT', 'unit', false, data ->> 'type' = 'bracket' and data ->> 'unit' not like 'ils%'),
      ('FACT_SOURCE_MISSING', 'source_name', false, coalesce(trim(data ->> 'source_name'), '') = ''),
      ('FACT_LINK_MISSING', 'source_url', true, coalesce(data ->> 'source_url', '') = ''),
      ('FACT_CHECKED_ON_MISSING', 'checked_on', false, coalesce(data ->> 'checked_on', '') = ''),
      ('FACT_REVIEW_MISSING', 'review_by', true, coalesce(data ->> 'review_by', '') = ''),
      ('FACT_PERIOD', 'valid_to', false, ends < starts),
      ('FACT_OVERLAP', 'valid_from', false, are_dates and ends >= starts is not false
        and private.fact_overlap(fact_gaps.id, data ->> 'slug', starts, ends)),
      -- Who read the old value is told why it is another one.
      ('FACT_REASON_MISSING', 'reason_he', false, live.published_at is not null
        and (to_jsonb(live) -> 'value', live.brackets, live.unit, live.type)
          is distinct from (data -> 'value', data -> 'brackets', data ->> 'unit', data ->> 'type')
        and (coalesce(trim(data ->> 'reason_he'), '') = '' or data ->> 'reason_he' = live.reason_he)))
      as gaps (code, field, can_waive, is_there)
    where gaps.is_there);
end $$;
comment on function private.fact_gaps(uuid, jsonb) is
  'What a fact lacks: without a value, a source, the day of the last check, or a reason for another value it is not shown.';

create function private.guard_finance_fact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_published then
    new.published_at := coalesce(new.published_at, now());
    -- Of two that are published at once the later one sees the first.
    perform pg_advisory_xact_lock(hashtextextended('finance fact ' || new.slug, 0));
    if private.fact_overlap(new.id, new.slug, new.valid_from, new.valid_to) then
      perform private.raise_app_error('FACT_OVERLAP', 409, 'Another fact of that name holds for some of the same days');
    end if;
  end if;
  return new;
end $$;

create function private.note_fact_correction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.finance_fact_corrections (fact_id, said_before, says, reason_he)
  select new.id, formatted.before, formatted.after, new.reason_he
  from (select private.format_whole_fact(old) as before, private.format_whole_fact(new) as after) as formatted where formatted.before <> formatted.after;
  return null;
end $$;

create function private.refresh_fact_texts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  publishing constant text := coalesce(current_setting('academy.publishing', true), '');
begin
  -- Always in one order: two facts of one text wait for each other and never both ways.
  perform from private.content_items as items
  where items.kind in ('news', 'essay') and private.fact_ids(items.draft -> 'body') @> array[new.id::text] order by items.id for update;
  update private.content_items as items set draft = items.draft
  where items.kind in ('news', 'essay') and private.fact_ids(items.draft -> 'body') @> array[new.id::text];
  perform from public.articles where private.fact_ids(articles.body) @> array[new.id::text] order by articles.id for update;
  -- The text is the same, only its figure is not: it makes no version of the text.
  perform set_config('academy.publishing', 'true', true);
  update public.articles set body = articles.body where private.fact_ids(articles.body) @> array[new.id::text];
  perform set_config('academy.publishing', publishing, true);
  return null;
end $$;
comment on function private.refresh_fact_texts() is
  'Writes what a fact says anew into the texts that refer to it, and into their drafts.';

create policy finance_facts_select_published on public.finance_facts for select to anon, authenticated using (is_published);

create policy finance_fact_corrections_select_published on public.finance_fact_corrections for select to anon, authenticated
  using (exists (select from public.finance_facts as facts where facts.id = fact_id and facts.is_published));

create trigger finance_facts_write_guard before insert or update on public.finance_facts
  for each row execute function private.guard_finance_fact();

create trigger finance_facts_update_correction after update on public.finance_facts
  for each row when (new.is_published and old.published_at is not null) execute function private.note_fact_correction();

create trigger finance_facts_update_touch before update on public.finance_facts
  for each row execute function private.set_updated_at();

create trigger finance_facts_change_audit after insert or update or delete on public.finance_facts
  for each row execute function private.record_change();

create trigger finance_facts_change_pages after insert or update or delete or truncate on public.finance_facts
  for each statement execute function private.notify_page_change();

create trigger finance_facts_change_fact_content after insert or update on public.finance_facts
  for each row execute function private.note_content('fact');

create trigger finance_facts_delete_fact_content after delete on public.finance_facts
  for each row execute function private.note_content('fact');

create trigger finance_facts_insert_texts after insert on public.finance_facts
  for each row when (new.is_published) execute function private.refresh_fact_texts();

create trigger finance_facts_update_texts after update on public.finance_facts
  for each row when (new.is_published and (old.is_published, old.type, old.value, old.unit, old.brackets, old.checked_on, old.source_name)
    is distinct from (new.is_published, new.type, new.value, new.unit, new.brackets, new.checked_on, new.source_name))
  execute function private.refresh_fact_texts();
