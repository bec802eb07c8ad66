-- The files of a lesson are written, published and kept like the rest of it.
alter table public.lesson_contents drop constraint lesson_contents_attachments_shape_check;
create function private.are_attachments(list jsonb) returns boolean
language sql immutable set search_path = '' return coalesce(
  jsonb_typeof(list) = 'array' and list @@ '$.size() <= 20'
  and not list @? 'strict $[*] ? (@.type() != "object")'
  and not list @? '$[*] ? (!(
    @.title.type() == "string" && @.title like_regex "^\\S.{0,119}$"
    && @.path.type() == "string" && @.path like_regex "^[A-Za-z0-9][A-Za-z0-9/_-]{0,190}[.](pdf|csv|xlsx|docx|zip)$"
    && @.bytes.type() == "number" && @.bytes > 0 && @.bytes <= 20971520))', false);
comment on function private.are_attachments(jsonb) is 'A list of at most twenty files [{title, path, bytes}] of the bucket lesson-files.';
revoke execute on function private.are_attachments(jsonb) from public;
grant execute on function private.are_attachments(jsonb) to authenticated, service_role;
alter table public.lesson_contents add constraint lesson_contents_attachments_shape_check check (private.are_attachments(attachments));

create or replace function private.lesson_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case field
    when 'captions' then case when not private.are_captions(value) then 'CAPTIONS' end
    when 'transcript' then case when not private.is_transcript(value) then 'TRANSCRIPT' end
    when 'chapters' then case when not coalesce(private.are_chapters(value), false) then 'CHAPTERS' end
    when 'attachments' then case when not private.are_attachments(value) then 'ATTACHMENTS' end
    else private.general_content_field_problem(kind, id, field, value) end;
end $$;
comment on function private.lesson_field_problem(text, uuid, text, jsonb) is
  'The problems of every field, and CAPTIONS, TRANSCRIPT, CHAPTERS or ATTACHMENTS for a list that is none.';

update private.content_kinds set fields = fields || '{attachments}', part_fields = part_fields || '{attachments}',
  part_empty = part_empty || '{"attachments": []}' where kind = 'lesson';
-- What was kept before had them as they stand now.
update private.content_items as items set draft = items.draft || jsonb_build_object('attachments', coalesce((
  select contents.attachments from public.lesson_contents as contents where contents.lesson_id = items.id), '[]'))
where items.kind = 'lesson';
update private.content_versions as versions set data = versions.data || jsonb_build_object('attachments', items.draft -> 'attachments')
from private.content_items as items where versions.kind = 'lesson' and items.kind = 'lesson' and items.id = versions.id;
