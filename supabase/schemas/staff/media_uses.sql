create table private.media_uses (
  media_id uuid not null references private.media_files on delete cascade,
  kind text not null,
  record_id uuid not null,
  version integer not null check (version >= 0),
  primary key (media_id, kind, record_id, version),
  foreign key (kind, record_id) references private.content_items (kind, id) on delete cascade
);
comment on table private.media_uses is
  'Which records name a file of the library; version 0 is the draft, others are those of private.content_versions.';
create index media_uses_record_idx on private.media_uses (kind, record_id, version);
alter table private.media_uses enable row level security;

create function private.media_in(data jsonb) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select files.id from private.media_files as files where files.id in (
    select found[1]::uuid from regexp_matches(data::text, 'library/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') as found)
$$;
comment on function private.media_in(jsonb) is 'The files of the library that fields name.';

create function private.note_media_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  used constant uuid[] := array(select private.media_in(case tg_table_name when 'content_items' then to_jsonb(new) -> 'draft' else to_jsonb(new) -> 'data' end));
  at_version constant integer := case tg_table_name when 'content_items' then 0 else new.version end;
begin
  delete from private.media_uses as uses
  where uses.kind = new.kind and uses.record_id = new.id and uses.version = at_version and uses.media_id <> all (used);
  insert into private.media_uses (media_id, kind, record_id, version)
  select one, new.kind, new.id, at_version from unnest(used) as one on conflict do nothing;
  -- What is used again leaves the trash.
  update private.media_files as files set trashed_at = null
  where files.id = any (used) and files.trashed_at is not null and files.removed_at is null;
  return null;
end $$;

create function private.media_use_rows(media uuid)
returns table (kind text, id uuid, in_draft boolean, in_public boolean, older integer, item_version bigint)
language sql stable security definer rows 20 set search_path = '' as $$
  select uses.kind, uses.record_id, bool_or(uses.version = 0), coalesce(bool_or(uses.version = shown.version), false),
    (count(*) filter (where uses.version <> 0 and uses.version is distinct from shown.version))::integer, items.version
  from private.media_uses as uses
  join private.content_items as items on items.kind = uses.kind and items.id = uses.record_id,
  lateral (select case when private.content_is_shown(uses.kind, private.live_content(uses.kind, uses.record_id)) then (
    select max(versions.version) from private.content_versions as versions
    where versions.kind = uses.kind and versions.id = uses.record_id) end as version) as shown
  where uses.media_id = media group by uses.kind, uses.record_id, items.version
$$;
comment on function private.media_use_rows(uuid) is
  'The records that name a file: in the draft, in what visitors see, and in how many versions besides.';

create function private.media_seen(media uuid) returns text
language sql stable security definer set search_path = '' return (
  select md5(concat(
    (select string_agg(concat_ws(' ', uses.kind, uses.id, uses.item_version, uses.in_draft, uses.in_public), ',' order by uses.kind, uses.id)
      from private.media_use_rows(media) as uses where uses.in_draft or uses.in_public),
    (select string_agg(concat(' ', videos.id), ',' order by videos.id)
      from private.media_files as videos where videos.poster_id = media and videos.trashed_at is null))));
comment on function private.media_seen(uuid) is
  'A mark of the uses that replacing a file would change, as they stand.';

create function private.known_media(media uuid) returns private.media_files
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  perform private.ask_media_right();
  -- A publication that holds its record notes the file while a replacement waits for that record.
  select * into item from private.media_files as files where files.id = media for no key update;
  if item.id is null or item.removed_at is not null or (item.kind <> 'picture' and not private.manages_lesson_media()) then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No such file');
  end if;
  return item;
end $$;
comment on function private.known_media(uuid) is
  'A file of the library that the caller may see, locked until the end of the statement.';

create function private.read_media_uses(id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.media_files := private.known_media(id);
begin
  return jsonb_build_object('seen', private.media_seen(item.id), 'trash_days', private.media_room() -> 'trash_days', 'uses', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', uses.kind, 'id', uses.id, 'in_draft', uses.in_draft, 'in_public', uses.in_public, 'older', uses.older,
      'may_write', rights.may_write,
      'title', case when rights.may_write then items.draft ->> kinds.title_field end,
      'parent', live.data ->> kinds.parent_field) order by uses.kind, items.draft ->> kinds.title_field, uses.id), '[]')
    from private.media_use_rows(item.id) as uses
    join private.content_kinds as kinds on kinds.kind = uses.kind
    join private.content_items as items on items.kind = uses.kind and items.id = uses.id,
    lateral (select private.has_permission(variadic kinds.permissions) as may_write) as rights,
    lateral (select private.live_content(uses.kind, uses.id) as data) as live),
    'posters', (
      select coalesce(jsonb_agg(jsonb_build_object('id', videos.id, 'name', videos.name) order by videos.name), '[]')
      from private.media_files as videos where videos.poster_id = item.id and videos.trashed_at is null and private.manages_lesson_media()));
end $$;
grant execute on function private.read_media_uses(uuid) to authenticated;

create function public.read_media_uses(id uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.read_media_uses(id); end;
comment on function public.read_media_uses(uuid) is
  'Where a file of the library is used: {seen, trash_days, uses: [{kind, id, title, parent, in_draft, in_public, older, may_write}], posters}; titles of what the caller may write. seen goes back with replace_media_file.';
grant execute on function public.read_media_uses(uuid) to authenticated;

create function private.picture_address(item private.media_files) returns text
language sql stable security definer set search_path = '' return (
  select '/storage/v1/object/public/images/' || (variant ->> 'path') || case when (item.focus_x, item.focus_y) <> (0.5, 0.5)
    then format('#focus=%s,%s', round(item.focus_x * 100), round(item.focus_y * 100)) else '' end
  from jsonb_array_elements(item.variants) as variant where variant ->> 'format' = 'webp' order by (variant ->> 'width')::integer desc limit 1);
comment on function private.picture_address(private.media_files) is
  'The address under which a picture stands in a field: the widest drawing, and behind # the point that stays, in hundredths.';

create function private.body_with_media(node jsonb, source private.media_files, target private.media_files) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(node) = 'array' then
    return (select coalesce(jsonb_agg(private.body_with_media(part, source, target) order by place), '[]')
      from jsonb_array_elements(node) with ordinality as parts (part, place));
  elsif jsonb_typeof(node) is distinct from 'object' then
    return node;
  elsif node ->> 'type' = 'picture' and node #>> '{attrs,media}' = source.id::text then
    return jsonb_set(node, '{attrs}', node -> 'attrs' || jsonb_build_object(
      'media', target.id, 'src', regexp_replace(private.picture_address(target), '[^/]*$', ''), 'width', target.width, 'height', target.height,
      'widths', (select jsonb_agg((variant ->> 'width')::integer order by (variant ->> 'width')::integer)
        from jsonb_array_elements(target.variants) as variant where variant ->> 'format' = 'webp'))
      -- Words that were the library's follow it; those of the text stay.
      || case when node #>> '{attrs,alt}' = source.alt_he then jsonb_build_object('alt', target.alt_he) else '{}' end);
  elsif node ? 'content' then
    return jsonb_set(node, '{content}', private.body_with_media(node -> 'content', source, target));
  end if;
  return node;
end $$;
comment on function private.body_with_media(jsonb, private.media_files, private.media_files) is
  'A text with one picture of the library in place of another.';

create function private.with_media(data jsonb, source private.media_files, target private.media_files) returns jsonb
language sql stable security definer set search_path = '' return data
  || (select coalesce(jsonb_object_agg(field.key, case
      when jsonb_typeof(field.value) = 'string' and field.value #>> '{}' ~ ('^/storage/v1/object/public/images/library/' || source.id || '/')
        then to_jsonb(private.picture_address(target))
      when field.key = 'video_ref' and field.value #>> '{}' = source.path then to_jsonb(target.path)
      when field.key = 'attachments' and jsonb_typeof(field.value) = 'array' then (
        select coalesce(jsonb_agg(case when file ->> 'path' = source.path
          then file || jsonb_build_object('path', target.path, 'bytes', target.stored_bytes) else file end order by place), '[]')
        from jsonb_array_elements(field.value) with ordinality as files (file, place))
      when jsonb_typeof(field.value) = 'object' then private.body_with_media(field.value, source, target)
      else field.value end), '{}')
    from jsonb_each(data) as field)
  || case when data ->> 'video_ref' = source.path and target.duration_seconds is not null and data ? 'duration_seconds'
    then jsonb_build_object('duration_seconds', target.duration_seconds) else '{}' end;
comment on function private.with_media(jsonb, private.media_files, private.media_files) is
  'Fields with one file of the library in place of another, and with its length where it is a film.';

create function private.rewrite_media(source private.media_files, target private.media_files, permitted boolean) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  used record;
  item private.content_items;
  live jsonb;
  data jsonb;
  written integer := 0;
begin
  for used in
    select rows.kind, rows.id from private.media_use_rows(source.id) as rows
    join private.content_kinds as kinds on kinds.kind = rows.kind
    where (rows.in_draft or rows.in_public) and (permitted is not true or private.has_permission(variadic kinds.permissions))
    order by rows.kind, rows.id
  loop
    select * into item from private.content_items as items where items.kind = used.kind and items.id = used.id for update;
    live := private.live_content(used.kind, used.id);
    data := private.content_data(used.kind, live);
    if private.content_is_shown(used.kind, live) and private.with_media(data, source, target) <> data then
      perform private.show_content(used.kind, used.id, private.with_media(data, source, target), true);
    end if;
    -- A draft that differs did not follow.
    update private.content_items as items set draft = changed.draft, version = items.version + 1, edited_at = clock_timestamp(), edited_by = auth.uid(),
      edits = items.edits || private.changed_edits(items.draft, changed.draft, items.version + 1, auth.uid())
    from (select private.with_media(drafts.draft, source, target) as draft from private.content_items as drafts
      where drafts.kind = used.kind and drafts.id = used.id) as changed
    where items.kind = used.kind and items.id = used.id and items.draft <> changed.draft;
    written := written + 1;
  end loop;
  return written;
end $$;
comment on function private.rewrite_media(private.media_files, private.media_files, boolean) is
  'Puts one file of the library in place of another, in drafts and in what visitors see, each with its version; of all records, or of those that the caller may write.';

create function private.replace_media_file(id uuid, replacement uuid, seen text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  source constant private.media_files := private.known_media(id);
  target constant private.media_files := private.known_media(replacement);
  written integer;
begin
  perform private.ask_media_right();
  if target.state <> 'ready' or target.kind <> source.kind or target.trashed_at is not null or target.id = source.id then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A file is replaced by another one of its kind that is ready');
  end if;
  if exists (select from private.media_use_rows(source.id) as rows join private.content_kinds as kinds on kinds.kind = rows.kind
      where (rows.in_draft or rows.in_public) and not private.has_permission(variadic kinds.permissions))
    or (exists (select from private.media_files as videos where videos.poster_id = source.id) and not private.manages_lesson_media()) then
    perform private.raise_app_error('FORBIDDEN', 403, 'It is used in what the caller may not write');
  end if;
  if private.media_seen(source.id) is distinct from seen then
    perform private.raise_app_error('MEDIA_USES_CHANGED', 409, 'It is used elsewhere than it was');
  end if;
  written := private.rewrite_media(source, target, false);
  update private.media_files as videos set poster_id = target.id where videos.poster_id = source.id;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'media replaced', 'media_files', source.id::text, jsonb_build_object('by', target.id, 'records', written));
  return written;
end $$;
grant execute on function private.replace_media_file(uuid, uuid, text) to authenticated;

create function public.replace_media_file(id uuid, replacement uuid, seen text) returns integer
language sql volatile set search_path = '' begin atomic select private.replace_media_file(id, replacement, seen); end;
comment on function public.replace_media_file(uuid, uuid, text) is
  'Puts another file in place of one wherever it is used, in one transaction, and gives in how many records. 403 where the caller may not write one of them, or it stands before a film and the caller does not write lessons; 409 MEDIA_USES_CHANGED where the uses are not those that were seen.';
grant execute on function public.replace_media_file(uuid, uuid, text) to authenticated;

create function private.trash_media_file(id uuid, trash boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files := private.known_media(id);
begin
  perform private.ask_media_right();
  if trash is null then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A file goes into the trash or is taken back');
  end if;
  if trash and (exists (select from private.media_use_rows(item.id) as rows where rows.in_draft or rows.in_public)
    or exists (select from private.media_files as videos where videos.poster_id = item.id and videos.trashed_at is null)) then
    perform private.raise_app_error('MEDIA_IN_USE', 409, 'What is used is replaced first');
  end if;
  if trash is distinct from (item.trashed_at is not null) and item.state <> 'waiting' then
    update private.media_files as files set trashed_at = case when trash then now() end where files.id = item.id returning files.* into item;
    insert into public.audit_log (actor, action, entity, entity_id)
    values (auth.uid(), case when trash then 'media trashed' else 'media taken back' end, 'media_files', item.id::text);
  end if;
  return private.media_record(item);
end $$;
grant execute on function private.trash_media_file(uuid, boolean) to authenticated;

create function public.trash_media_file(id uuid, trash boolean) returns jsonb
language sql volatile set search_path = '' begin atomic select private.trash_media_file(id, trash); end;
comment on function public.trash_media_file(uuid, boolean) is
  'Puts a file into the trash, from which the server deletes it for good after media_trash_days, or takes it back. 409 MEDIA_IN_USE where a draft or what visitors see names it.';
grant execute on function public.trash_media_file(uuid, boolean) to authenticated;
