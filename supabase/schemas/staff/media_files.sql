create table private.media_files (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 255),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  failure text check (char_length(failure) between 1 and 40),
  uploaded_by uuid references auth.users(id) on delete set null,
  upload_path text not null unique,
  original_bytes bigint not null check (original_bytes >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  mime text,
  width integer check (width > 0),
  height integer check (height > 0),
  variants jsonb not null default '[]'::jsonb check (jsonb_typeof(variants) = 'array'),
  alt_he text not null default '' check (char_length(alt_he) <= 300),
  focus_x numeric(4,3) not null default 0.5 check (focus_x between 0 and 1),
  focus_y numeric(4,3) not null default 0.5 check (focus_y between 0 and 1),
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  attempts integer not null default 0,
  kind text not null default 'picture' check (kind in ('picture', 'video', 'file')),
  path text unique check (path ~ '^library/[0-9a-f-]{36}[0-9a-f/-]*\.[a-z0-9]{3,4}$'),
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  duration_seconds integer check (duration_seconds between 1 and 86400),
  codec text check (char_length(codec) between 1 and 20),
  is_faststart boolean,
  poster_id uuid references private.media_files(id) on delete set null,
  trashed_at timestamptz,
  removed_at timestamptz,
  constraint media_files_outcome_check check ((state = 'failed') = (failure is not null) and (state <> 'ready' or
  case
    kind
      when 'picture' then width is not null and height is not null and variants <> '[]'::jsonb
      when 'video'
    then path is not null and width is not null and height is not null and duration_seconds is not null
      else path
    is not null
  end)),
  constraint media_files_poster_check check (poster_id is null or kind = 'video'),
  constraint media_files_removed_check check (removed_at is null or trashed_at is not null)
);
comment on table private.media_files is
  'Pictures, videos and files that staff uploaded: one that waits for the server, is ready, or was refused with a code.';
comment on column private.media_files.upload_path is 'Where the original lies in the bucket uploads, until the server is done with it.';
comment on column private.media_files.variants is 'What the site may show: [{width, height, format, path, bytes}], paths in the bucket images.';
comment on column private.media_files.alt_he is 'What the picture shows, for those who do not see it.';
comment on column private.media_files.focus_x is 'What must stay visible when the picture is cropped: 0 is its left edge, 1 its right one.';
comment on column private.media_files.focus_y is '0 is its upper edge, 1 its lower one.';
comment on column private.media_files.taken_at is 'When the server began with it; after five minutes another process may.';
comment on column private.media_files.path is 'Where a video lies in the bucket lesson-videos, a file in lesson-files.';
comment on column private.media_files.stored_bytes is 'What it takes up: of a picture all its drawings.';
comment on column private.media_files.is_faststart is 'Whether a video can begin before its end has arrived.';
comment on column private.media_files.poster_id is 'The picture that stands where the video has not begun.';
comment on column private.media_files.removed_at is 'When the server began to delete it for good; from then on nobody takes it back.';
create index media_files_uploaded_by_idx on private.media_files (uploaded_by);
create index media_files_created_at_idx on private.media_files (created_at desc, id);
create index media_files_waiting_idx on private.media_files (created_at) where state = 'waiting';
create index media_files_poster_id_idx on private.media_files (poster_id);
create index media_files_trashed_at_idx on private.media_files (trashed_at) where trashed_at is not null;
alter table private.media_files enable row level security;

create function private.manages_media() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage');
end $$;
comment on function private.manages_media() is 'Whether the caller may add pictures and see those that are there.';

create function private.ask_media_right() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_media() then
    perform private.raise_app_error('FORBIDDEN', 403, 'The library is for those who write what the site shows');
  end if;
end $$;

create function private.media_record(item private.media_files) returns jsonb
language sql stable security definer set search_path = '' return
  to_jsonb(item) - '{upload_path,taken_at,attempts,sha256}'::text[] || jsonb_build_object('poster', (
    select posters.variants from private.media_files as posters where posters.id = item.poster_id and posters.state = 'ready'));

create function private.add_media_file(id uuid, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place constant text := auth.uid()::text || '/' || add_media_file.id::text;
  clean_name constant text := trim(regexp_replace(coalesce(add_media_file.name, ''),
    '[\x01-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|^.*[/\\]', '', 'g'));
  item private.media_files;
  stored jsonb;
  media_kind text;
begin
  perform private.ask_media_right();
  select * into item from private.media_files as files where files.upload_path = place;
  if found then
    return private.media_record(item);
  end if;
  if clean_name in ('', '.', '..') or char_length(clean_name) > 255 then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A name has 1 to 255 characters');
  end if;
  select objects.metadata into stored from storage.objects where objects.bucket_id = 'uploads' and objects.name = place;
  if not found or exists (select from private.media_files as files where files.id = add_media_file.id) then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No upload of the caller lies there');
  end if;
  media_kind := case when stored ->> 'mimetype' like 'image/%' then 'picture' when stored ->> 'mimetype' like 'video/%' then 'video' else 'file' end;
  if media_kind <> 'picture' and not private.manages_lesson_media() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Videos and files are for those who write lessons');
  end if;
  if (select count(*) from private.media_files as files where files.uploaded_by = auth.uid() and files.state = 'waiting') >= 200 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Two hundred uploads wait already');
  end if;
  insert into private.media_files (id, name, kind, uploaded_by, upload_path, original_bytes)
  values (add_media_file.id, clean_name, media_kind, auth.uid(), place, coalesce((stored ->> 'size')::bigint, 0)) on conflict do nothing;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), 'media added', 'media_files', add_media_file.id::text, jsonb_build_object('name', clean_name));
  end if;
  return (select private.media_record(files) from private.media_files as files where files.upload_path = place);
end $$;
grant execute on function private.add_media_file(uuid, text) to authenticated;

create function public.add_media_file(id uuid, name text) returns jsonb
language sql volatile set search_path = '' begin atomic select private.add_media_file(id, name); end;
comment on function public.add_media_file(uuid, text) is
  'Tells the library of an upload that lies in the bucket uploads under <own id>/<id>; sent twice it is added once. The server then makes pictures of it.';
grant execute on function public.add_media_file(uuid, text) to authenticated;

create function private.list_media_files(query jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := lower(left(coalesce(query ->> 'search', ''), 100));
  page constant integer := least(greatest(case when query ->> 'page' ~ '^\d{1,4}$' then (query ->> 'page')::integer end, 1), 1000);
  by_size constant boolean := coalesce(query ->> 'sort' = 'largest', false);
  shelf constant text := coalesce(query ->> 'shelf', '');
  of_lessons constant boolean := private.manages_lesson_media();
begin
  perform private.ask_media_right();
  return private.media_room() || (
    with found as materialized (
      select files, greatest(files.stored_bytes, files.original_bytes * (files.state = 'waiting')::integer) as size, files.created_at, files.id
      from private.media_files as files
      where (words = '' or strpos(lower(files.name), words) > 0 or strpos(lower(files.alt_he), words) > 0)
        and (query ->> 'kind' is null or files.kind = query ->> 'kind') and (of_lessons or files.kind = 'picture')
        and files.removed_at is null and (files.trashed_at is not null) = (shelf = 'trash')
        and (shelf <> 'unused' or files.state = 'ready' and not exists (select from private.media_uses as uses where uses.media_id = files.id)
          and not exists (select from private.media_files as videos where videos.poster_id = files.id and videos.trashed_at is null)))
    select jsonb_build_object(
      'total', (select count(*) from found),
      'rows', coalesce((
        select jsonb_agg(private.media_record(shown.files) order by shown.place) from (
          select found.files, row_number() over (order by case when by_size then found.size end desc, found.created_at desc, found.id) as place
          from found order by place limit 50 offset coalesce(page - 1, 0) * 50) as shown), '[]')));
end $$;
grant execute on function private.list_media_files(jsonb) to authenticated;

create function public.list_media_files(query jsonb) returns jsonb
language sql stable set search_path = '' begin atomic select private.list_media_files(query); end;
comment on function public.list_media_files(jsonb) is
  'Fifty of the library a page, the newest or the largest first, found by name or text: {rows, total, bytes, quota, trash_days}. query: {kind, shelf: unused or trash, search, sort, page}. Videos and files are for who writes lessons.';
grant execute on function public.list_media_files(jsonb) to authenticated;

create function private.describe_media_file(id uuid, alt_he text, focus_x numeric, focus_y numeric) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  was constant private.media_files := private.known_media(id);
  item private.media_files;
begin
  perform private.ask_media_right();
  if describe_media_file.alt_he is null or char_length(trim(describe_media_file.alt_he)) > 300
    or (describe_media_file.focus_x between 0 and 1) is not true or (describe_media_file.focus_y between 0 and 1) is not true then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A text of at most 300 characters, a point within the picture');
  end if;
  update private.media_files as files
  set alt_he = trim(describe_media_file.alt_he), focus_x = describe_media_file.focus_x, focus_y = describe_media_file.focus_y
  where files.id = was.id returning files.* into item;
  if (was.alt_he, was.focus_x, was.focus_y) <> (item.alt_he, item.focus_x, item.focus_y) then
    insert into public.audit_log (actor, action, entity, entity_id, before, after)
    values (auth.uid(), 'media described', 'media_files', was.id::text,
      jsonb_build_object('alt_he', was.alt_he, 'focus_x', was.focus_x, 'focus_y', was.focus_y),
      jsonb_build_object('alt_he', item.alt_he, 'focus_x', item.focus_x, 'focus_y', item.focus_y));
  end if;
  -- The point stands in each address of the picture.
  if (was.focus_x, was.focus_y) <> (item.focus_x, item.focus_y) and item.kind = 'picture' and item.state = 'ready' then
    perform private.rewrite_media(item, item, true);
  end if;
  return private.media_record(item);
end $$;
grant execute on function private.describe_media_file(uuid, text, numeric, numeric) to authenticated;

create function public.describe_media_file(id uuid, alt_he text, focus_x numeric, focus_y numeric) returns jsonb
language sql volatile set search_path = '' begin atomic select private.describe_media_file(id, alt_he, focus_x, focus_y); end;
comment on function public.describe_media_file(uuid, text, numeric, numeric) is
  'Says what a picture shows, for those who do not see it, and which point stays visible when it is cropped, also where the caller''s records use it already.';
grant execute on function public.describe_media_file(uuid, text, numeric, numeric) to authenticated;

create function private.take_media_file() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  -- One that ended the process three times is not tried again.
  update private.media_files as files set state = 'failed', failure = 'NOT_DONE'
  where files.state = 'waiting' and files.attempts >= 3 and files.taken_at < now() - interval '5 minutes';
  update private.media_files as files set taken_at = now(), attempts = files.attempts + 1
  where files.id = (
    select waiting.id from private.media_files as waiting
    where waiting.state = 'waiting' and (waiting.taken_at is null or waiting.taken_at < now() - interval '5 minutes')
    order by waiting.created_at limit 1 for update skip locked)
  returning files.* into item;
  return case when item.id is not null then jsonb_build_object(
    'id', item.id, 'path', item.upload_path, 'kind', item.kind, 'bytes', item.original_bytes, 'type', (
      select objects.metadata ->> 'mimetype' from storage.objects where objects.bucket_id = 'uploads' and objects.name = item.upload_path)) end;
end $$;
grant execute on function private.take_media_file() to service_role;

create function public.take_media_file() returns jsonb
language sql volatile set search_path = '' begin atomic select private.take_media_file(); end;
comment on function public.take_media_file() is
  'The oldest upload that waits, for the process that asks, for five minutes: {id, path, kind, bytes, type} or null; a type of null where it was moved already. For the service key alone.';

create function private.finish_media_file(id uuid, outcome jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.media_files as files
  set state = case when outcome ->> 'failure' is null then 'ready' else 'failed' end, failure = outcome ->> 'failure',
    mime = outcome ->> 'mime', width = (outcome ->> 'width')::integer, height = (outcome ->> 'height')::integer,
    sha256 = outcome ->> 'sha256', variants = coalesce(outcome -> 'variants', '[]'), path = outcome ->> 'path',
    duration_seconds = (outcome ->> 'duration_seconds')::integer, codec = outcome ->> 'codec',
    is_faststart = (outcome ->> 'is_faststart')::boolean,
    stored_bytes = case when outcome ->> 'failure' is not null then 0 when outcome ->> 'path' is not null then files.original_bytes else (
      select coalesce(sum((variant ->> 'bytes')::bigint), 0) from jsonb_array_elements(outcome -> 'variants') as variant) end
  where files.id = finish_media_file.id and files.state = 'waiting';
  return found;
end $$;
grant execute on function private.finish_media_file(uuid, jsonb) to service_role;

create function public.finish_media_file(id uuid, outcome jsonb) returns boolean
language sql volatile set search_path = '' begin atomic select private.finish_media_file(id, outcome); end;
comment on function public.finish_media_file(uuid, jsonb) is
  'What became of an upload: {failure}, or {mime, sha256} with {width, height, variants} of a picture, {path, width, height, duration_seconds, codec, is_faststart} of a video, {path} of a file; false where it no longer waited. For the service key alone.';

create function private.manages_lesson_media() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage');
end $$;
comment on function private.manages_lesson_media() is
  'Whether the caller may add and see videos and files, which belong to lessons.';

create function private.set_media_poster(id uuid, poster uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  perform private.ask_media_right();
  if not private.manages_lesson_media() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Videos and files are for those who write lessons');
  end if;
  if poster is not null and not exists (select from private.media_files as files where files.id = poster and files.kind = 'picture') then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No such picture');
  end if;
  update private.media_files as files set poster_id = poster
  where files.id = set_media_poster.id and files.kind = 'video' returning files.* into item;
  if item.id is null then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No such video');
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'media described', 'media_files', item.id::text, jsonb_build_object('poster_id', poster));
  return private.media_record(item);
end $$;
grant execute on function private.set_media_poster(uuid, uuid) to authenticated;

create function public.set_media_poster(id uuid, poster uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.set_media_poster(id, poster); end;
comment on function public.set_media_poster(uuid, uuid) is
  'Says which picture of the library stands where a video has not begun; null for none. For who writes lessons.';
grant execute on function public.set_media_poster(uuid, uuid) to authenticated;

create function private.may_view_library_file(bucket text, path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.manages_lesson_media() and exists (
    select from private.media_files as files where files.path = may_view_library_file.path and files.state = 'ready'
      and bucket = case files.kind when 'video' then 'lesson-videos' when 'file' then 'lesson-files' end);
end $$;
grant execute on function private.may_view_library_file(text, text) to authenticated;

create function private.keep_media_quota() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  room jsonb;
begin
  -- One after the other, so that two that come together do not both find the last place.
  perform pg_advisory_xact_lock(hashtextextended('media quota', 0));
  room := private.media_room();
  if (room ->> 'bytes')::bigint + new.original_bytes > (room ->> 'quota')::bigint then
    perform private.raise_app_error('MEDIA_FULL', 409, 'The library is full');
  end if;
  return new;
end $$;

create trigger media_files_insert_quota before insert on private.media_files for each row execute function private.keep_media_quota();
