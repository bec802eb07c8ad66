-- How much the library may take up, how long its trash keeps, and the end of what lies there.
create or replace function private.setting_kind(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when key in ('academy_name', 'contact_address', 'accessibility_name') then 'line'
    when key in ('contact_email', 'accessibility_email') then 'email'
    when key in ('contact_phone', 'accessibility_phone') then 'phone'
    when key in ('link_whatsapp', 'link_tiktok', 'link_instagram', 'link_facebook', 'link_youtube') then 'link'
    when key = 'maintenance_text' then 'notice'
    when key in ('maintenance_starts_at', 'maintenance_ends_at') then 'moment'
    when key = 'staff_email_domains' then 'domains'
    when key = 'staff_second_step_for_all' then 'switch'
    when key = 'mails_kept_days' then 'days'
    when key = 'visits_kept_months' then 'months'
    when key = 'trusted_proxy_hops' then 'hops'
    when key = 'media_quota_gb' then 'gigabytes'
    when key = 'media_trash_days' then 'trash_days'
  end;
end $$;
create or replace function private.fits_setting(key text, value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  said text := value #>> '{}';
begin
  -- What visitors read falls back on what the application was built with.
  if value = 'null' and private.is_public_setting(key) then
    return true;
  end if;
  return coalesce(case private.setting_kind(key)
    when 'line' then private.is_line(value, 120) and said <> ''
    when 'email' then private.is_line(value, 254) and said ~ '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'
    when 'phone' then private.is_line(value, 20) and said ~ '^\+?[0-9][0-9 -]{4,18}$'
    when 'link' then private.is_line(value, 200)
      and said ~ '^(https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(/[A-Za-z0-9@._~%/?=&+-]*)?)?$'
    when 'notice' then private.is_line(value, 200)
    when 'moment' then private.is_moment(value)
    when 'domains' then private.are_domains(value)
    when 'switch' then jsonb_typeof(value) = 'boolean'
    when 'days' then private.is_whole_number(value, 7, 30)
    when 'months' then private.is_whole_number(value, 1, 13)
    when 'hops' then private.is_whole_number(value, 0, 9)
    when 'gigabytes' then private.is_whole_number(value, 1, 9999)
    when 'trash_days' then private.is_whole_number(value, 7, 365)
    else pg_column_size(value) <= 8192
  end, false);
end $$;
insert into public.app_settings (key, value) values ('media_quota_gb', '50'), ('media_trash_days', '30') on conflict (key) do nothing;

create function private.media_room() returns jsonb
language sql stable security definer set search_path = '' return jsonb_build_object(
  'quota', coalesce((private.setting('media_quota_gb') #>> '{}')::bigint, 50) * 1000000000,
  'trash_days', coalesce((private.setting('media_trash_days') #>> '{}')::integer, 30),
  'bytes', (select coalesce(sum(case when files.state = 'waiting' then files.original_bytes else files.stored_bytes end), 0) from private.media_files as files));
comment on function private.media_room() is 'What the library may take up and takes up, in bytes, those that wait and those in the trash included.';
revoke execute on function private.media_room() from public;

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
revoke execute on function private.keep_media_quota() from public;
create trigger media_files_insert_quota before insert on private.media_files for each row execute function private.keep_media_quota();

create or replace function private.list_media_files(query jsonb) returns jsonb
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
          and not exists (select from private.media_files as films where films.poster_id = files.id and films.trashed_at is null)))
    select jsonb_build_object(
      'total', (select count(*) from found),
      'rows', coalesce((
        select jsonb_agg(private.media_record(shown.files) order by shown.place) from (
          select found.files, row_number() over (order by case when by_size then found.size end desc, found.created_at desc, found.id) as place
          from found order by place limit 50 offset coalesce(page - 1, 0) * 50) as shown), '[]')));
end $$;
comment on function public.list_media_files(jsonb) is
  'Fifty of the library a page, the newest or the largest first, found by name or text: {rows, total, bytes, quota, trash_days}. query: {kind, shelf: unused or trash, search, sort, page}. Videos and files are for who writes lessons.';

create or replace function private.describe_media_file(id uuid, alt_he text, focus_x numeric, focus_y numeric) returns jsonb
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
comment on function public.describe_media_file(uuid, text, numeric, numeric) is
  'Says what a picture shows, for those who do not see it, and which point stays visible when it is cropped, also where the caller''s records use it already.';

create function private.take_removed_media() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  update private.media_files as files set removed_at = now()
  where files.id = (
    select old.id from private.media_files as old
    where old.trashed_at < now() - make_interval(days => (private.media_room() ->> 'trash_days')::integer)
      and (old.removed_at is null or old.removed_at < now() - interval '5 minutes')
      and not exists (select from private.media_uses as uses where uses.media_id = old.id and uses.version = 0)
    order by old.trashed_at limit 1 for update skip locked)
  returning files.* into item;
  return case when item.id is not null then jsonb_build_object('id', item.id, 'objects', (
    select coalesce(jsonb_agg('images/' || (variant ->> 'path')), '[]') from jsonb_array_elements(item.variants) as variant)
    || case when item.path is not null then jsonb_build_array(case item.kind when 'video' then 'lesson-videos/' else 'lesson-files/' end || item.path) else '[]' end) end;
end $$;
revoke execute on function private.take_removed_media() from public;
grant execute on function private.take_removed_media() to service_role;
create function public.take_removed_media() returns jsonb
language sql volatile set search_path = '' begin atomic select private.take_removed_media(); end;
comment on function public.take_removed_media() is
  'A file whose time in the trash is over, for the process that asks: {id, objects: its places in the storage} or null; nobody takes it back from then on. For the service key alone.';
revoke execute on function public.take_removed_media() from public, anon, authenticated;
grant execute on function public.take_removed_media() to service_role;

create function private.forget_media_file(id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.media_files as files where files.id = forget_media_file.id and files.removed_at is not null;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id) values (null, 'media removed', 'media_files', id::text);
  end if;
  return found;
end $$;
revoke execute on function private.forget_media_file(uuid) from public;
grant execute on function private.forget_media_file(uuid) to service_role;
create function public.forget_media_file(id uuid) returns boolean
language sql volatile set search_path = '' begin atomic select private.forget_media_file(id); end;
comment on function public.forget_media_file(uuid) is
  'Forgets a file that take_removed_media gave, once its objects are gone. For the service key alone.';
revoke execute on function public.forget_media_file(uuid) from public, anon, authenticated;
grant execute on function public.forget_media_file(uuid) to service_role;
