-- A replacement changes the pictures before films, too: it asks for the right to choose them, and they belong to what was seen.
create or replace function private.media_seen(media uuid) returns text
language sql stable security definer set search_path = '' return (
  select md5(concat(
    (select string_agg(concat_ws(' ', uses.kind, uses.id, uses.item_version, uses.in_draft, uses.in_public), ',' order by uses.kind, uses.id)
      from private.media_use_rows(media) as uses where uses.in_draft or uses.in_public),
    (select string_agg(concat(' ', films.id), ',' order by films.id)
      from private.media_files as films where films.poster_id = media and films.trashed_at is null))));

create or replace function private.replace_media_file(id uuid, replacement uuid, seen text) returns integer
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
    or (exists (select from private.media_files as films where films.poster_id = source.id) and not private.manages_lesson_media()) then
    perform private.raise_app_error('FORBIDDEN', 403, 'It is used in what the caller may not write');
  end if;
  if private.media_seen(source.id) is distinct from seen then
    perform private.raise_app_error('MEDIA_USES_CHANGED', 409, 'It is used elsewhere than it was');
  end if;
  written := private.rewrite_media(source, target, false);
  update private.media_files as films set poster_id = target.id where films.poster_id = source.id;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'media replaced', 'media_files', source.id::text, jsonb_build_object('by', target.id, 'records', written));
  return written;
end $$;
comment on function public.replace_media_file(uuid, uuid, text) is
  'Puts another file in place of one wherever it is used, in one transaction, and gives in how many records. 403 where the caller may not write one of them, or it stands before a film and the caller does not write lessons; 409 MEDIA_USES_CHANGED where the uses are not those that were seen.';
