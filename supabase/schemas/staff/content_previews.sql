create table private.content_previews (
  token_hash text primary key,
  kind text not null,
  id uuid not null,
  made_by uuid not null references auth.users on delete cascade,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (kind, id) references private.content_items on delete cascade,
  seed uuid not null default gen_random_uuid()
);
comment on table private.content_previews is
  'Links to drafts, by the SHA-256 of their key. One ends at its time, with its record in the trash, and when who made it may no longer write the record.';
comment on column private.content_previews.seed is 'What questions of a test are drawn by: with the token alone nobody could tell the order in which they were written.';
create index content_previews_kind_id_idx on private.content_previews (kind, id);
create index content_previews_made_by_idx on private.content_previews (made_by);
create index content_previews_expires_at_idx on private.content_previews (expires_at);
alter table private.content_previews enable row level security;

create function private.make_content_preview(kind text, id uuid, hours integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
  token constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  ends constant timestamptz := now() + make_interval(hours => make_content_preview.hours);
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The record lies in the trash');
  end if;
  if kind not in ('category', 'author', 'course', 'lesson', 'news', 'essay', 'quiz') then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Records of this kind have no preview');
  end if;
  if hours is null or hours not between 1 and 168 then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A link lasts between one hour and seven days');
  end if;
  if not private.take_attempt('content preview', auth.uid()::text, token, 100, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'A hundred links a day');
  end if;
  delete from private.content_previews as previews where previews.expires_at <= now();
  insert into private.content_previews (token_hash, kind, id, made_by, expires_at)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), item.kind, item.id, auth.uid(), ends);
  insert into public.audit_log (actor, action, entity, entity_id, after)
  select auth.uid(), 'preview linked', kinds.live, item.id::text, jsonb_build_object('expires_at', ends)
  from private.content_kinds as kinds where kinds.kind = item.kind;
  return jsonb_build_object('token', token, 'expires_at', ends);
end $$;
grant execute on function private.make_content_preview(text, uuid, integer) to authenticated;

create function public.make_content_preview(kind text, id uuid, hours integer) returns jsonb
language sql volatile set search_path = '' begin atomic select private.make_content_preview(kind, id, hours); end;
comment on function public.make_content_preview(text, uuid, integer) is
  'A link to the draft of a record for one to 168 hours: {token, expires_at}. Only the hash of the token is kept. 429 after a hundred a day.';
grant execute on function public.make_content_preview(text, uuid, integer) to authenticated;

create function private.end_content_previews(kind text, id uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
  ended integer;
begin
  with gone as (
    delete from private.content_previews as previews
    where previews.kind = item.kind and previews.id = item.id returning previews.expires_at)
  select count(*) filter (where gone.expires_at > now()) into ended from gone;
  insert into public.audit_log (actor, action, entity, entity_id)
  select auth.uid(), 'previews ended', kinds.live, item.id::text
  from private.content_kinds as kinds where kinds.kind = item.kind and ended > 0;
  return ended;
end $$;
grant execute on function private.end_content_previews(text, uuid) to authenticated;

create function public.end_content_previews(kind text, id uuid) returns integer
language sql volatile set search_path = '' begin atomic select private.end_content_previews(kind, id); end;
comment on function public.end_content_previews(text, uuid) is
  'Ends all links to the draft of a record at once and gives how many there were.';
grant execute on function public.end_content_previews(text, uuid) to authenticated;

create function private.member_may_write(account uuid, kind text) returns boolean
language sql stable security definer set search_path = '' return exists (
  select from public.admin_users as members
  join public.roles on roles.id = members.role_id
  join private.content_kinds as kinds on kinds.kind = member_may_write.kind
  where members.supabase_auth_id = account and members.is_active and (roles.name = 'super_admin' or exists (
    select from public.role_permissions
    join public.permissions on permissions.id = role_permissions.permission_id
    where role_permissions.role_id = roles.id and permissions.name = any (kinds.permissions))));
comment on function private.member_may_write(uuid, text) is
  'Whether a member of the staff, who need not be the caller, may write records of a kind.';

create function private.preview_of(token text) returns private.content_previews
language sql stable security definer set search_path = '' return (
  select previews from private.content_previews as previews
  join private.content_items as items on items.kind = previews.kind and items.id = previews.id
  where previews.token_hash = encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex')
    and previews.expires_at > now() and items.trashed_at is null and private.member_may_write(previews.made_by, previews.kind));
comment on function private.preview_of(text) is 'The link that a token opens; null when there is none any more.';

create function private.draft_content(kind text, id uuid) returns jsonb
language sql stable security definer set search_path = '' return
  private.live_content(kind, id) || (
    select items.draft from private.content_items as items where items.kind = draft_content.kind and items.id = draft_content.id);
comment on function private.draft_content(text, uuid) is 'A record as it would be if its draft were published.';

create function private.draft_lessons(course uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', lessons.id, 'course_id', course, 'title_he', items.draft -> 'title_he', 'description_he', items.draft -> 'description_he',
    'duration_seconds', items.draft -> 'duration_seconds', 'order_index', lessons.order_index,
    'course', jsonb_build_object('title_he', courses.draft -> 'title_he')) order by lessons.order_index, lessons.id), '[]')
  from public.lessons
  join private.content_items as items on items.kind = 'lesson' and items.id = lessons.id and items.trashed_at is null
  join private.content_items as courses on courses.kind = 'course' and courses.id = lessons.course_id
  where lessons.course_id = course);
comment on function private.draft_lessons(uuid) is
  'The lessons of a course as they would be if all were published, in order.';

create function private.preview_rows(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  draft jsonb;
  author jsonb;
begin
  -- Its draft holds the keys of its questions.
  if kind = 'quiz' then
    return private.previewed_quiz(id);
  end if;
  draft := private.draft_content(kind, id);
  author := (select to_jsonb(authors) from public.authors where authors.id::text = draft ->> 'author_id');
  case kind
    when 'category' then
      return draft || jsonb_build_object('courses', (
        select coalesce(jsonb_agg(to_jsonb(courses) || jsonb_build_object(
          'author', to_jsonb(authors), 'lessons', (
            select coalesce(jsonb_agg(jsonb_build_object('id', lessons.id)), '[]') from public.lessons
            where lessons.course_id = courses.id and lessons.is_published)) order by courses.order_index), '[]')
        from public.courses left join public.authors on authors.id = courses.author_id
        where courses.category_id = preview_rows.id and courses.is_published));
    when 'course' then
      return draft || jsonb_build_object(
        'category', (select to_jsonb(categories) from public.categories where categories.id::text = draft ->> 'category_id'),
        'author', author, 'opened', private.draft_lessons(id), 'lessons', private.draft_lessons(id), 'quizzes', '[]'::jsonb);
    when 'lesson' then
      return draft || jsonb_build_object('course_lessons', private.draft_lessons((draft ->> 'course_id')::uuid));
    when 'news', 'essay' then
      return draft || jsonb_build_object('author', author, 'published_at', coalesce(draft -> 'published_at', to_jsonb(now())), 'categories', '[]'::jsonb,
        'related', (
          select coalesce(jsonb_agg(to_jsonb(related) || jsonb_build_object('author', to_jsonb(authors))), '[]')
          from private.related_articles(id, array(select jsonb_array_elements_text(coalesce(draft -> 'related_ids', '[]')))::uuid[],
            array(select jsonb_array_elements_text(coalesce(draft -> 'tags', '[]')))) as related
          left join public.authors on authors.id = related.author_id));
    else
      return draft;
  end case;
end $$;
comment on function private.preview_rows(text, uuid) is
  'What the page of a record reads, as it would be if the draft were published: the row with what is embedded in it.';

create function private.read_content_preview(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  preview constant private.content_previews := private.preview_of(token);
begin
  return case when preview.id is not null then jsonb_build_object(
    'kind', preview.kind, 'expires_at', preview.expires_at, 'row', private.preview_rows(preview.kind, preview.id)) end;
end $$;
grant execute on function private.read_content_preview(text) to anon, authenticated;

create function public.read_content_preview(token text) returns jsonb
language sql stable set search_path = '' begin atomic select private.read_content_preview(token); end;
comment on function public.read_content_preview(text) is
  'The draft that a link shows: {kind, expires_at, row}, the row in the shape in which its page reads it; null when the link has ended or never was.';
grant execute on function public.read_content_preview(text) to anon, authenticated;

create function private.may_open_previewed_file(bucket text, path text, token text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  preview constant private.content_previews := private.preview_of(token);
  draft constant jsonb := case when preview.kind = 'lesson' then private.draft_content('lesson', preview.id) end;
begin
  return coalesce(
    (bucket = 'lesson-videos' and draft ->> 'provider' = 'file' and draft ->> 'video_ref' = path)
    or (bucket = 'lesson-files' and draft -> 'attachments' @> jsonb_build_array(jsonb_build_object('path', path))), false);
end $$;
grant execute on function private.may_open_previewed_file(text, text, text) to service_role;

create function public.may_open_previewed_file(bucket text, path text, token text) returns boolean
language sql stable set search_path = '' begin atomic select private.may_open_previewed_file(bucket, path, token); end;
comment on function public.may_open_previewed_file(text, text, text) is
  'Whether the link of a token shows a lesson whose draft names this file. The function sign-lesson-file asks it.';
