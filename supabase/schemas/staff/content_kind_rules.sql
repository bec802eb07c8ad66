create function private.general_content_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  as_text constant text := value #>> '{}';
  is_text constant boolean := coalesce(jsonb_typeof(value) = 'string', false);
  is_empty constant boolean := coalesce(value, 'null') = 'null' or (is_text and trim(as_text) = '');
  found boolean;
begin
  case
    when field in ('name_he', 'title_he') then
      return case when is_empty then 'REQUIRED' when not is_text or char_length(as_text) > 120 then 'TOO_LONG' end;
    when field in ('description_he', 'bio_he') then
      return case when not is_empty and (not is_text or char_length(as_text) > 2000) then 'TOO_LONG' end;
    when field = 'summary_he' then
      return case when not is_empty and (not is_text or char_length(as_text) > 20000 or octet_length(as_text) > 45000) then 'TOO_LONG' end;
    when field = 'duration_seconds' then
      return case when jsonb_typeof(value) is distinct from 'number' or as_text !~ '^\d{1,5}$' or as_text::integer > 86400 then 'NUMBER' end;
    when field = 'provider' then
      return case when as_text is distinct from 'file' and as_text is distinct from 'vimeo' then 'INVALID' end;
    when field = 'video_ref' then
      return case when not is_empty and (not is_text or as_text !~ '^[A-Za-z0-9][A-Za-z0-9/_.-]{0,190}$' or as_text ~ '\.\.') then 'FILE' end;
    when field = 'slug' then
      if is_empty then
        return 'REQUIRED';
      end if;
      if not is_text or char_length(as_text) > 80 or as_text !~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' then
        return 'SLUG';
      end if;
      execute format('select exists (select from public.%I as live where live.slug = $1 and live.id <> $2)', (
        select kinds.live from private.content_kinds as kinds where kinds.kind = general_content_field_problem.kind))
      into found using as_text, id;
      return case when found then 'SLUG_TAKEN' end;
    when field = 'is_featured' then
      return case when jsonb_typeof(value) is distinct from 'boolean' then 'INVALID' end;
    when field = 'duration_minutes' then
      return case when jsonb_typeof(value) is distinct from 'number' or as_text !~ '^\d{1,4}$' then 'NUMBER' end;
    when field in ('thumbnail_url', 'image_url', 'poster_url') then
      return case when not is_empty and (not is_text or char_length(as_text) > 500 or as_text !~ '^(/[^/\\\s][^\\\s]*|https://[^\\\s"<>]+)$') then 'ADDRESS' end;
    when field = 'vimeo_folder_id' then
      return case when not is_empty and as_text !~ '^\d{1,20}$' then 'NUMBER' end;
    when field = 'expertise_areas' then
      return case when jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > 10
        or value @? 'strict $[*] ? (@.type() != "string")'
        or exists (select from jsonb_array_elements_text(value) as area where char_length(area) not between 1 and 60) then 'LIST' end;
    when field in ('category_id', 'author_id', 'parent') then
      if is_empty then
        return case when field = 'parent' then 'REQUIRED' end;
      end if;
      if not is_text or as_text !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        return 'NOT_THERE';
      end if;
      execute format('select exists (select from public.%I as live where live.id = $1::uuid)',
        case field when 'category_id' then 'categories' when 'parent' then 'courses' else 'authors' end) into found using as_text;
      return case when not found then 'NOT_THERE' end;
    else
      return 'INVALID';
  end case;
end $$;
comment on function private.general_content_field_problem(text, uuid, text, jsonb) is
  'Why a field cannot hold a value: REQUIRED, TOO_LONG, SLUG, SLUG_TAKEN, NUMBER, ADDRESS, FILE, LIST, NOT_THERE or INVALID; null when it can.';

create function private.general_content_reach(kind text, id uuid) returns jsonb
language sql stable security definer set search_path = '' return case kind
  when 'course' then jsonb_build_object(
    'students', (select count(*) from (
      select distinct progress.user_id from public.user_progress as progress where progress.course_id = general_content_reach.id limit 10000) as met),
    'certificates', (select count(*) from private.certificates as held where held.course_id = general_content_reach.id and held.revoked_at is null))
  when 'lesson' then jsonb_build_object(
    'students', (select count(*) from (
      select from public.user_progress as progress where progress.lesson_id = general_content_reach.id limit 10000) as met),
    'certificates', 0)
  else '{"students": 0, "certificates": 0}' end;

create function private.reads_as_advice(words text) returns boolean
language sql immutable set search_path = '' return
  words ~ '(כדאי|מומלץ|חייבים|צריך|הזמן) (לכם )?(לקנות|למכור)|(קנו|מכרו) עכשיו|תשואה (מובטחת|בטוחה)|רווח (מובטח|בטוח)';
comment on function private.reads_as_advice(text) is
  'Whether words promise a yield or tell to buy or sell: teaching is free, advice on a security wants a licence (law of 1995 on investment advice).';

create function private.general_content_problems(kind text, id uuid, data jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
  words constant text := concat_ws(' ', data ->> 'title_he', data ->> 'name_he', data ->> 'description_he', data ->> 'bio_he',
    data ->> 'summary_he');
begin
  select coalesce(jsonb_agg(jsonb_build_object('code', problem, 'field', field, 'can_waive', false)), '[]') into found
  from (
    select field, private.content_field_problem(kinds.kind, general_content_problems.id, field, data -> field) as problem
    from private.content_kinds as kinds, unnest(kinds.fields) as field where kinds.kind = general_content_problems.kind) as checked
  where problem is not null;
  if data ->> 'provider' = 'vimeo' and not private.is_vimeo_video(data ->> 'video_ref') then
    found := found || '[{"code": "VIMEO", "field": "video_ref", "can_waive": false}]';
  end if;
  return found || (
    select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', true)), '[]')
    from (values
      ('DESCRIPTION_MISSING', 'description_he', kind in ('category', 'course', 'lesson') and coalesce(trim(data ->> 'description_he'), '') = ''),
      ('VIDEO_MISSING', 'video_ref', kind = 'lesson' and coalesce(data ->> 'video_ref', '') = ''),
      ('DURATION_MISSING', 'duration_seconds', kind = 'lesson' and coalesce(data ->> 'duration_seconds', '0') = '0'),
      ('COURSE_HIDDEN', null, kind = 'lesson' and exists (
        select from public.lessons join public.courses on courses.id = lessons.course_id
        where lessons.id = general_content_problems.id and not courses.is_published)),
      ('CATEGORY_MISSING', 'category_id', kind = 'course' and data ->> 'category_id' is null),
      ('CATEGORY_HIDDEN', 'category_id', kind = 'course' and exists (
        select from public.categories where categories.id::text = data ->> 'category_id' and not categories.is_active)),
      ('AUTHOR_MISSING', 'author_id', kind = 'course' and data ->> 'author_id' is null),
      ('NO_LESSONS', null, kind = 'course' and not exists (
        select from public.lessons where lessons.course_id = general_content_problems.id and lessons.is_published)),
      ('READS_AS_ADVICE', null, private.reads_as_advice(words)))
      as gaps (code, field, is_there)
    where gaps.is_there);
end $$;

create function private.content_further(kind text, live jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rule constant text := (select kinds.live_rule from private.content_kinds as kinds where kinds.kind = content_further.kind);
  found jsonb := '{}';
begin
  if rule is not null and live is not null then
    execute format('select private.%I($1)', rule) into found using live;
  end if;
  return coalesce(found, '{}');
end $$;
comment on function private.content_further(text, jsonb) is 'The fields of a public row that are no columns of it.';

create function private.content_columns(rules private.content_kinds, data jsonb) returns jsonb
language sql stable security definer set search_path = '' return (
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(data) as field
  where exists (
    select from pg_catalog.pg_attribute as columns
    where columns.attrelid = format('public.%I', rules.live)::regclass and columns.attname = field.key and columns.attnum > 0 and not columns.attisdropped));
comment on function private.content_columns(private.content_kinds, jsonb) is
  'The fields that are columns of the public row.';

create function private.show_course(id uuid, data jsonb, shown boolean) returns jsonb
language sql stable set search_path = '' return
  data || jsonb_build_object('status', case when shown then 'published' else 'draft' end);
comment on function private.show_course(uuid, jsonb, boolean) is
  'A course says in a second column whether it is shown ([3-09]).';

create function private.join_content(new_kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules private.content_kinds;
  which text;
begin
  select * into rules from private.content_kinds as kinds where kinds.kind = new_kind;
  -- Two kinds in one table are told apart by their fixed columns.
  which := coalesce((select string_agg(format('live.%I::text = %L', fixed.key, fixed.value #>> '{}'), ' and ') from jsonb_each(rules.fixed) as fixed), 'true');
  execute format('create trigger %1$s_change_%2$s_content after insert or update on public.%3$I for each row %4$s execute function private.note_content(%5$L)',
    rules.live, rules.kind, rules.live, case when which = 'true' then '' else 'when (' || replace(which, 'live.', 'new.') || ')' end, rules.kind);
  execute format('create trigger %1$s_delete_%2$s_content after delete on public.%3$I for each row execute function private.note_content(%4$L)',
    rules.live, rules.kind, rules.live, rules.kind);
  if rules.part is not null then
    execute format('create trigger %1$s_change_content after insert or update or delete on public.%2$I
      for each row execute function private.note_content_part(%3$L, %4$L)', rules.part, rules.part, rules.kind, rules.part_key);
  end if;
  execute format('insert into private.content_items (kind, id, draft, edited_at)
    select %1$L, live.id, private.content_data(%1$L, private.live_content(%1$L, live.id)), live.updated_at from public.%2$I as live where %3$s', rules.kind, rules.live, which);
  execute format('insert into private.content_versions (kind, id, version, data, is_shown, made_at)
    select %1$L, live.id, 1, private.content_data(%1$L, private.live_content(%1$L, live.id)), private.content_is_shown(%1$L, to_jsonb(live)), live.updated_at
    from public.%2$I as live where %3$s', rules.kind, rules.live, which);
end $$;
comment on function private.join_content(text) is
  'Lets a kind that was added take part: the triggers of its public table, and the items and first versions of what stands there.';
