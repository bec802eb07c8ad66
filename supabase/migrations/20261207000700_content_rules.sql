-- What a field may hold, and what has to be there before visitors see a record.
create function private.content_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  said constant text := value #>> '{}';
  is_text constant boolean := coalesce(jsonb_typeof(value) = 'string', false);
  is_empty constant boolean := coalesce(value, 'null') = 'null' or (is_text and trim(said) = '');
  found boolean;
begin
  case
    when field in ('name_he', 'title_he') then
      return case when is_empty then 'REQUIRED' when not is_text or char_length(said) > 120 then 'TOO_LONG' end;
    when field in ('description_he', 'bio_he') then
      return case when not is_empty and (not is_text or char_length(said) > 2000) then 'TOO_LONG' end;
    when field = 'summary_he' then
      return case when not is_empty and (not is_text or char_length(said) > 20000 or octet_length(said) > 45000) then 'TOO_LONG' end;
    when field = 'duration_seconds' then
      return case when jsonb_typeof(value) is distinct from 'number' or said !~ '^\d{1,5}$' or said::integer > 86400 then 'NUMBER' end;
    when field = 'provider' then
      return case when said is distinct from 'file' and said is distinct from 'vimeo' then 'INVALID' end;
    when field = 'video_ref' then
      return case when not is_empty and (not is_text or said !~ '^[A-Za-z0-9][A-Za-z0-9/_.-]{0,190}$' or said ~ '\.\.') then 'FILE' end;
    when field = 'slug' then
      if is_empty then
        return 'REQUIRED';
      end if;
      if not is_text or char_length(said) > 80 or said !~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' then
        return 'SLUG';
      end if;
      execute format('select exists (select from public.%I as live where live.slug = $1 and live.id <> $2)', (
        select kinds.live from private.content_kinds as kinds where kinds.kind = content_field_problem.kind))
      into found using said, id;
      return case when found then 'SLUG_TAKEN' end;
    when field = 'is_featured' then
      return case when jsonb_typeof(value) is distinct from 'boolean' then 'INVALID' end;
    when field = 'duration_minutes' then
      return case when jsonb_typeof(value) is distinct from 'number' or said !~ '^\d{1,4}$' then 'NUMBER' end;
    when field in ('thumbnail_url', 'image_url', 'poster_url') then
      return case when not is_empty and (not is_text or char_length(said) > 500 or said !~ '^(/[^/\\\s][^\\\s]*|https://[^\\\s"<>]+)$') then 'ADDRESS' end;
    when field = 'vimeo_folder_id' then
      return case when not is_empty and said !~ '^\d{1,20}$' then 'NUMBER' end;
    when field = 'expertise_areas' then
      return case when jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > 10
        or value @? 'strict $[*] ? (@.type() != "string")'
        or exists (select from jsonb_array_elements_text(value) as area where char_length(area) not between 1 and 60) then 'LIST' end;
    when field in ('category_id', 'author_id', 'parent') then
      if is_empty then
        return case when field = 'parent' then 'REQUIRED' end;
      end if;
      if not is_text or said !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        return 'NOT_THERE';
      end if;
      execute format('select exists (select from public.%I as live where live.id = $1::uuid)',
        case field when 'category_id' then 'categories' when 'parent' then 'courses' else 'authors' end) into found using said;
      return case when not found then 'NOT_THERE' end;
    else
      return 'INVALID';
  end case;
end $$;
comment on function private.content_field_problem(text, uuid, text, jsonb) is
  'Why a field cannot hold a value: REQUIRED, TOO_LONG, SLUG, SLUG_TAKEN, NUMBER, ADDRESS, FILE, LIST, NOT_THERE or INVALID; null when it can.';
revoke execute on function private.content_field_problem(text, uuid, text, jsonb) from public;

create function private.content_problems(kind text, id uuid, data jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
  words constant text := concat_ws(' ', data ->> 'title_he', data ->> 'name_he', data ->> 'description_he', data ->> 'bio_he',
    data ->> 'summary_he');
begin
  select coalesce(jsonb_agg(jsonb_build_object('code', problem, 'field', field, 'can_waive', false)), '[]') into found
  from (
    select field, private.content_field_problem(content_problems.kind, content_problems.id, field, data -> field) as problem
    from private.content_kinds as kinds, unnest(kinds.fields) as field where kinds.kind = content_problems.kind) as checked
  where problem is not null;
  if data ->> 'provider' = 'vimeo' and data ->> 'video_ref' !~ '^[0-9]{1,20}$' then
    found := found || '[{"code": "NUMBER", "field": "video_ref", "can_waive": false}]';
  end if;
  return found || (
    select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', true)), '[]')
    from (values
      ('DESCRIPTION_MISSING', 'description_he', kind in ('category', 'course', 'lesson') and coalesce(trim(data ->> 'description_he'), '') = ''),
      ('VIDEO_MISSING', 'video_ref', kind = 'lesson' and coalesce(data ->> 'video_ref', '') = ''),
      ('DURATION_MISSING', 'duration_seconds', kind = 'lesson' and coalesce(data ->> 'duration_seconds', '0') = '0'),
      ('CAPTIONS_MISSING', null, kind = 'lesson' and not exists (
        select from public.lesson_contents as contents where contents.lesson_id = content_problems.id
          and (contents.captions <> '[]' or contents.transcript <> '[]'))),
      ('COURSE_HIDDEN', null, kind = 'lesson' and exists (
        select from public.lessons join public.courses on courses.id = lessons.course_id
        where lessons.id = content_problems.id and not courses.is_published)),
      ('CATEGORY_MISSING', 'category_id', kind = 'course' and data ->> 'category_id' is null),
      ('CATEGORY_HIDDEN', 'category_id', kind = 'course' and exists (
        select from public.categories where categories.id::text = data ->> 'category_id' and not categories.is_active)),
      ('AUTHOR_MISSING', 'author_id', kind = 'course' and data ->> 'author_id' is null),
      ('NO_LESSONS', null, kind = 'course' and not exists (
        select from public.lessons where lessons.course_id = content_problems.id and lessons.is_published)),
      -- Teaching is free, advice on a security wants a licence (law of 1995 on investment advice).
      ('READS_AS_ADVICE', null, words ~ '(כדאי|מומלץ|חייבים|צריך|הזמן) (לכם )?(לקנות|למכור)|(קנו|מכרו) עכשיו|תשואה (מובטחת|בטוחה)|רווח (מובטח|בטוח)'))
      as gaps (code, field, is_there)
    where gaps.is_there);
end $$;
comment on function private.content_problems(text, uuid, jsonb) is
  'What is missing before visitors see a record: [{code, field, can_waive}]. What can be waived wants a reason, the rest is mended first.';
revoke execute on function private.content_problems(text, uuid, jsonb) from public;

create function private.require_content_manager(kind text) returns private.content_kinds
language plpgsql stable security definer set search_path = '' as $$
declare
  found private.content_kinds;
begin
  select * into found from private.content_kinds as kinds where kinds.kind = require_content_manager.kind;
  if found.kind is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such kind of content');
  end if;
  if not private.has_permission(variadic found.permissions) then
    perform private.raise_app_error('FORBIDDEN', 403, format('Missing permission: %s', array_to_string(found.permissions, ' or ')));
  end if;
  return found;
end $$;
revoke execute on function private.require_content_manager(text) from public;

create function private.own_content_item(kind text, id uuid) returns private.content_items
language plpgsql volatile security definer set search_path = '' as $$
declare
  found private.content_items;
begin
  perform private.require_content_manager(kind);
  select * into found from private.content_items as items
  where items.kind = own_content_item.kind and items.id = own_content_item.id for update;
  if found.id is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such record');
  end if;
  return found;
end $$;
comment on function private.own_content_item(text, uuid) is 'A record that the caller may write, locked until the end of the statement.';
revoke execute on function private.own_content_item(text, uuid) from public;

create function private.staff_name(account uuid) returns text
language sql stable security definer set search_path = '' return (
  select nullif(trim(concat(members.first_name, ' ', members.last_name)), '')
  from public.admin_users as members where members.supabase_auth_id = account);
revoke execute on function private.staff_name(uuid) from public;

create function private.content_state(item private.content_items, live jsonb) returns text
language sql stable security definer set search_path = '' return case
  when item.trashed_at is not null then 'trash'
  when item.publish_at is not null then 'scheduled'
  when not private.content_is_shown(item.kind, live) then 'draft'
  when item.draft <> private.content_data(item.kind, live) then 'changed'
  else 'published' end;
comment on function private.content_state(private.content_items, jsonb) is
  'The one place that says how a record stands: draft, scheduled, published, changed (published, with a draft that differs) or trash.';
revoke execute on function private.content_state(private.content_items, jsonb) from public;
