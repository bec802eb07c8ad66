-- Neither true nor false took a record out of the trash without a line, met a constraint, or was answered as a change; and
-- taking back what lies in no trash took its schedule.
create or replace function private.trash_content(kind text, id uuid, trash boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
begin
  if trash is null then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A record goes into the trash or is taken back');
  end if;
  if trash = (item.trashed_at is not null) then
    return private.content_record(kind, id);
  end if;
  if trash then
    perform private.hide_content(kind, id);
  end if;
  update private.content_items as items
  set trashed_at = case when trash then now() end, publish_at = null, unpublish_at = null, schedule_failure = null
  where items.kind = trash_content.kind and items.id = trash_content.id;
  insert into public.audit_log (actor, action, entity, entity_id)
  select auth.uid(), case when trash then 'content trashed' else 'content taken back' end, kinds.live, trash_content.id::text
  from private.content_kinds as kinds where kinds.kind = trash_content.kind;
  return private.content_record(kind, id);
end $$;

create or replace function private.trash_media_file(id uuid, trash boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files := private.known_media(id);
begin
  perform private.ask_media_right();
  if trash is null then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A file goes into the trash or is taken back');
  end if;
  if trash and (exists (select from private.media_use_rows(item.id) as rows where rows.in_draft or rows.in_public)
    or exists (select from private.media_files as films where films.poster_id = item.id and films.trashed_at is null)) then
    perform private.raise_app_error('MEDIA_IN_USE', 409, 'What is used is replaced first');
  end if;
  if trash is distinct from (item.trashed_at is not null) and item.state <> 'waiting' then
    update private.media_files as files set trashed_at = case when trash then now() end where files.id = item.id returning files.* into item;
    insert into public.audit_log (actor, action, entity, entity_id)
    values (auth.uid(), case when trash then 'media trashed' else 'media taken back' end, 'media_files', item.id::text);
  end if;
  return private.media_record(item);
end $$;

create or replace function private.set_student_active(student_id uuid, active boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said text := trim(coalesce(reason, ''));
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(student_id), 999));
  if active is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'An account is closed or reopened');
  end if;
  if auth.uid() is not null and char_length(said) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  update public.users set is_active = active where id = student_id and is_active <> active;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), case when active then 'student reopened' else 'student closed' end, 'users', student_id::text,
      json_build_object('reason', said));
  elsif not exists (select from public.users where id = student_id) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $$;

create or replace function private.set_admin_active(admin_id uuid, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.admin_users := private.staff_to_change(admin_id);
begin
  if active is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'An account is closed or reopened');
  end if;
  update public.admin_users set is_active = active where id = member.id;
end $$;
