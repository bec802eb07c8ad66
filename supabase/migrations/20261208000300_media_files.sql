-- The library of pictures. An original lies in a private bucket under its uploader until the server has made pictures of
-- it that the site may show; what is shown was written by the server, never by a person.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('uploads', 'uploads', false, 31457280, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do nothing;

create function private.manages_media() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage');
end $$;
comment on function private.manages_media() is 'Whether the caller may add pictures and see those that are there.';
revoke execute on function private.manages_media() from public;

create or replace function private.may_manage_file(bucket text, name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  place text := case when bucket = 'trash' then name else bucket || '/' || name end;
  purpose text := split_part(place, '/', 1) || case when place like 'images/%/%' then '/' || split_part(place, '/', 2) else '' end;
begin
  return case purpose
    when 'lesson-videos' then private.has_permission('courses.manage', 'lessons.manage')
    when 'lesson-files' then private.has_permission('courses.manage', 'lessons.manage')
    when 'images/courses' then private.has_permission('courses.manage')
    when 'images/authors' then private.has_permission('courses.manage')
    when 'images/posters' then private.has_permission('courses.manage', 'lessons.manage')
    when 'images/categories' then private.has_permission('categories.manage')
    when 'images/news' then private.has_permission('news.manage')
    when 'images/essays' then private.has_permission('essays.manage')
    when 'images/articles' then private.has_permission('news.manage', 'essays.manage')
    -- Written by the server alone.
    when 'images/library' then false
    when 'uploads' then bucket = 'uploads' and private.manages_media()
      and name ~ ('^' || auth.uid()::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    else private.has_role('super_admin')
  end;
end $$;

create table private.media_files (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 255),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  failure text check (char_length(failure) between 1 and 40),
  uploaded_by uuid references auth.users on delete set null,
  upload_path text not null unique,
  original_bytes bigint not null check (original_bytes >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  mime text,
  width integer check (width > 0),
  height integer check (height > 0),
  variants jsonb not null default '[]' check (jsonb_typeof(variants) = 'array'),
  alt_he text not null default '' check (char_length(alt_he) <= 300),
  focus_x numeric(4, 3) not null default 0.5 check (focus_x between 0 and 1),
  focus_y numeric(4, 3) not null default 0.5 check (focus_y between 0 and 1),
  created_at timestamptz not null default now(),
  taken_at timestamptz,
  attempts integer not null default 0,
  constraint media_files_outcome_check check (
    (state = 'failed') = (failure is not null) and (state <> 'ready' or (width is not null and height is not null and variants <> '[]')))
);
comment on table private.media_files is 'Pictures that staff uploaded: one that waits for the server, is ready, or was refused with a code.';
comment on column private.media_files.upload_path is 'Where the original lies in the bucket uploads, until the server is done with it.';
comment on column private.media_files.variants is 'What the site may show: [{width, height, format, path, bytes}], paths in the bucket images.';
comment on column private.media_files.alt_he is 'What the picture shows, for those who do not see it.';
comment on column private.media_files.focus_x is 'What must stay visible when the picture is cropped: 0 is its left edge, 1 its right one.';
comment on column private.media_files.focus_y is '0 is its upper edge, 1 its lower one.';
comment on column private.media_files.taken_at is 'When the server began with it; after five minutes another process may.';
create index media_files_uploaded_by_idx on private.media_files (uploaded_by);
create index media_files_created_at_idx on private.media_files (created_at desc, id);
create index media_files_waiting_idx on private.media_files (created_at) where state = 'waiting';
alter table private.media_files enable row level security;
revoke all on private.media_files from anon, authenticated, service_role;

create function private.ask_media_right() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_media() then
    perform private.raise_app_error('FORBIDDEN', 403, 'The library is for those who write what the site shows');
  end if;
end $$;
revoke execute on function private.ask_media_right() from public;

create function private.media_record(item private.media_files) returns jsonb
language sql stable security definer set search_path = '' return
  to_jsonb(item) - '{upload_path,taken_at,attempts,sha256}'::text[];
revoke execute on function private.media_record(private.media_files) from public;

create function private.add_media_file(id uuid, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place constant text := auth.uid()::text || '/' || add_media_file.id::text;
  said constant text := trim(regexp_replace(coalesce(add_media_file.name, ''), '[\x01-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'));
  item private.media_files;
  stored bigint;
begin
  perform private.ask_media_right();
  select * into item from private.media_files as files where files.upload_path = place;
  if found then
    return private.media_record(item);
  end if;
  if said = '' or char_length(said) > 255 then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A name has 1 to 255 characters');
  end if;
  select coalesce((objects.metadata ->> 'size')::bigint, 0) into stored from storage.objects
  where objects.bucket_id = 'uploads' and objects.name = place;
  if not found or exists (select from private.media_files as files where files.id = add_media_file.id) then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No upload of the caller lies there');
  end if;
  if (select count(*) from private.media_files as files where files.uploaded_by = auth.uid() and files.state = 'waiting') >= 200 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Two hundred pictures wait already');
  end if;
  insert into private.media_files (id, name, uploaded_by, upload_path, original_bytes)
  values (add_media_file.id, said, auth.uid(), place, stored) on conflict do nothing;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), 'media added', 'media_files', add_media_file.id::text, jsonb_build_object('name', said));
  end if;
  return (select private.media_record(files) from private.media_files as files where files.upload_path = place);
end $$;
revoke execute on function private.add_media_file(uuid, text) from public;
grant execute on function private.add_media_file(uuid, text) to authenticated;
create function public.add_media_file(id uuid, name text) returns jsonb
language sql volatile set search_path = '' begin atomic select private.add_media_file(id, name); end;
comment on function public.add_media_file(uuid, text) is
  'Tells the library of an upload that lies in the bucket uploads under <own id>/<id>; sent twice it is added once. The server then makes pictures of it.';
revoke execute on function public.add_media_file(uuid, text) from public, anon;
grant execute on function public.add_media_file(uuid, text) to authenticated;

create function private.list_media_files(query jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := lower(left(coalesce(query ->> 'search', ''), 100));
  page constant integer := least(greatest(case when query ->> 'page' ~ '^\d{1,4}$' then (query ->> 'page')::integer end, 1), 1000);
  by_size constant boolean := coalesce(query ->> 'sort' = 'largest', false);
begin
  perform private.ask_media_right();
  return (
    with found as materialized (
      select files, files.original_bytes, files.created_at, files.id from private.media_files as files
      where words = '' or strpos(lower(files.name), words) > 0 or strpos(lower(files.alt_he), words) > 0)
    select jsonb_build_object(
      'total', (select count(*) from found),
      'rows', coalesce((
        select jsonb_agg(private.media_record(shown.files) order by shown.place) from (
          select found.files, row_number() over (order by case when by_size then found.original_bytes end desc, found.created_at desc, found.id) as place
          from found order by place limit 50 offset coalesce(page - 1, 0) * 50) as shown), '[]'),
      'bytes', (
        select coalesce(sum((variant ->> 'bytes')::bigint), 0) from private.media_files as files, jsonb_array_elements(files.variants) as variant)));
end $$;
revoke execute on function private.list_media_files(jsonb) from public;
grant execute on function private.list_media_files(jsonb) to authenticated;
create function public.list_media_files(query jsonb) returns jsonb
language sql stable set search_path = '' begin atomic select private.list_media_files(query); end;
comment on function public.list_media_files(jsonb) is
  'Fifty pictures a page, the newest or the largest first, found by name or text: {rows, total, bytes}. query: {search, sort, page}.';
revoke execute on function public.list_media_files(jsonb) from public, anon;
grant execute on function public.list_media_files(jsonb) to authenticated;

create function private.describe_media_file(id uuid, alt_he text, focus_x numeric, focus_y numeric) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  was private.media_files;
  item private.media_files;
begin
  perform private.ask_media_right();
  select * into was from private.media_files as files where files.id = describe_media_file.id for update;
  if not found then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No such picture');
  end if;
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
  return private.media_record(item);
end $$;
revoke execute on function private.describe_media_file(uuid, text, numeric, numeric) from public;
grant execute on function private.describe_media_file(uuid, text, numeric, numeric) to authenticated;
create function public.describe_media_file(id uuid, alt_he text, focus_x numeric, focus_y numeric) returns jsonb
language sql volatile set search_path = '' begin atomic select private.describe_media_file(id, alt_he, focus_x, focus_y); end;
comment on function public.describe_media_file(uuid, text, numeric, numeric) is
  'Says what a picture shows, for those who do not see it, and which point stays visible when it is cropped.';
revoke execute on function public.describe_media_file(uuid, text, numeric, numeric) from public, anon;
grant execute on function public.describe_media_file(uuid, text, numeric, numeric) to authenticated;

create function private.take_media_file() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  -- A picture that ended the process three times is not tried again.
  update private.media_files as files set state = 'failed', failure = 'NOT_DONE'
  where files.state = 'waiting' and files.attempts >= 3 and files.taken_at < now() - interval '5 minutes';
  update private.media_files as files set taken_at = now(), attempts = files.attempts + 1
  where files.id = (
    select waiting.id from private.media_files as waiting
    where waiting.state = 'waiting' and (waiting.taken_at is null or waiting.taken_at < now() - interval '5 minutes')
    order by waiting.created_at limit 1 for update skip locked)
  returning files.* into item;
  return case when item.id is not null then jsonb_build_object('id', item.id, 'path', item.upload_path) end;
end $$;
revoke execute on function private.take_media_file() from public;
grant execute on function private.take_media_file() to service_role;
create function public.take_media_file() returns jsonb
language sql volatile set search_path = '' begin atomic select private.take_media_file(); end;
comment on function public.take_media_file() is
  'The oldest picture that waits, for the process that asks, for five minutes: {id, path} or null. For the service key alone.';
revoke execute on function public.take_media_file() from public, anon, authenticated;
grant execute on function public.take_media_file() to service_role;

create function private.finish_media_file(id uuid, outcome jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.media_files as files
  set state = case when outcome ->> 'failure' is null then 'ready' else 'failed' end, failure = outcome ->> 'failure',
    mime = outcome ->> 'mime', width = (outcome ->> 'width')::integer, height = (outcome ->> 'height')::integer,
    sha256 = outcome ->> 'sha256', variants = coalesce(outcome -> 'variants', '[]')
  where files.id = finish_media_file.id and files.state = 'waiting';
  return found;
end $$;
revoke execute on function private.finish_media_file(uuid, jsonb) from public;
grant execute on function private.finish_media_file(uuid, jsonb) to service_role;
create function public.finish_media_file(id uuid, outcome jsonb) returns boolean
language sql volatile set search_path = '' begin atomic select private.finish_media_file(id, outcome); end;
comment on function public.finish_media_file(uuid, jsonb) is
  'What became of a picture: {failure} or {mime, width, height, sha256, variants}; false where it no longer waited. For the service key alone.';
revoke execute on function public.finish_media_file(uuid, jsonb) from public, anon, authenticated;
grant execute on function public.finish_media_file(uuid, jsonb) to service_role;
