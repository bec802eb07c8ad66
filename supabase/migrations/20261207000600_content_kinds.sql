-- One way to write, publish and keep everything that staff write. What visitors read stays in the public tables; drafts,
-- schedules, the trash and all versions lie beside them, reached by functions alone.
create table private.content_kinds (
  kind text primary key,
  live text not null,
  permissions text[] not null,
  fields text[] not null,
  title_field text not null,
  shown_field text,
  has_order boolean not null,
  parent_field text,
  part text,
  part_key text,
  part_fields text[] not null default '{}',
  constraint content_kinds_part_check check ((part is null) = (part_key is null) and part_fields <@ fields)
);
comment on table private.content_kinds is
  'What can be written: the public table, the permissions of which one is wanted, the fields of a draft, and the column that says whether visitors see it (null: always).';
comment on column private.content_kinds.parent_field is 'The column that says to which record it belongs; order and lists are those of the parent.';
comment on column private.content_kinds.part is 'A second public table with a row of its own, for what fewer people may read, its key and its fields.';
insert into private.content_kinds
  (kind, live, permissions, fields, title_field, shown_field, has_order, parent_field, part, part_key, part_fields) values
  ('category', 'categories', '{categories.manage}', '{name_he,description_he,slug,is_featured}', 'name_he', 'is_active', true,
    null, null, null, '{}'),
  ('author', 'authors', '{courses.manage}', '{name_he,slug,image_url,expertise_areas,bio_he}', 'name_he', null, false,
    null, null, null, '{}'),
  ('course', 'courses', '{courses.manage}',
    '{title_he,description_he,category_id,author_id,duration_minutes,thumbnail_url,vimeo_folder_id}', 'title_he', 'is_published', true,
    null, null, null, '{}'),
  ('lesson', 'lessons', '{lessons.manage,courses.manage}',
    '{title_he,description_he,duration_seconds,provider,video_ref,poster_url,summary_he}', 'title_he', 'is_published', true,
    'course_id', 'lesson_contents', 'lesson_id', '{provider,video_ref,poster_url,summary_he}');

create table private.content_items (
  kind text not null references private.content_kinds,
  id uuid not null,
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  version bigint not null default 1,
  edits jsonb not null default '{}',
  edited_at timestamptz not null default now(),
  edited_by uuid,
  publish_at timestamptz,
  unpublish_at timestamptz check (unpublish_at > publish_at),
  schedule_waiver text check (char_length(schedule_waiver) between 1 and 500),
  schedule_failure text,
  trashed_at timestamptz,
  primary key (kind, id),
  constraint content_items_trash_check check (trashed_at is null or (publish_at is null and unpublish_at is null))
);
comment on table private.content_items is 'The draft of each record: what stands publicly where nothing was changed since.';
comment on column private.content_items.version is 'Grows with every change of the draft; who saves names the one that was read.';
comment on column private.content_items.edits is 'For each field who changed it last, when, and in which version: {field: {by, at, version}}.';
comment on column private.content_items.schedule_waiver is 'Why it will be shown although something is missing.';
comment on column private.content_items.schedule_failure is 'Why the last scheduled change could not be made.';
create index content_items_publish_at_idx on private.content_items (publish_at) where publish_at is not null;
create index content_items_unpublish_at_idx on private.content_items (unpublish_at) where unpublish_at is not null;

create table private.content_versions (
  kind text not null,
  id uuid not null,
  version integer not null check (version > 0),
  data jsonb not null,
  is_shown boolean not null,
  made_at timestamptz not null default now(),
  made_by uuid,
  waiver text check (char_length(waiver) between 1 and 500),
  primary key (kind, id, version),
  foreign key (kind, id) references private.content_items on delete cascade
);
comment on table private.content_versions is 'What visitors were shown, from one change to the next, whoever made it; null in made_by is the server.';
comment on column private.content_versions.waiver is 'Why it was published although something was missing.';

create table private.content_redirects (
  kind text not null,
  slug text not null,
  id uuid not null,
  primary key (kind, slug),
  foreign key (kind, id) references private.content_items on delete cascade
);
comment on table private.content_redirects is 'Former addresses of what was once public, which lead to the present one for good.';
create index content_redirects_kind_id_idx on private.content_redirects (kind, id);

alter table private.content_kinds enable row level security;
alter table private.content_items enable row level security;
alter table private.content_versions enable row level security;
alter table private.content_redirects enable row level security;
revoke all on private.content_kinds, private.content_items, private.content_versions, private.content_redirects
  from anon, authenticated, service_role;

create function private.content_data(kind text, live jsonb) returns jsonb
language sql stable security definer set search_path = '' return (
  select jsonb_object_agg(field, content_data.live -> field)
  from private.content_kinds as kinds, unnest(kinds.fields) as field where kinds.kind = content_data.kind);
comment on function private.content_data(text, jsonb) is 'The fields of a draft out of a public row.';
revoke execute on function private.content_data(text, jsonb) from public;

create function private.content_is_shown(kind text, live jsonb) returns boolean
language sql stable security definer set search_path = '' return (
  select coalesce((content_is_shown.live ->> kinds.shown_field)::boolean, kinds.shown_field is null)
  from private.content_kinds as kinds where kinds.kind = content_is_shown.kind);
revoke execute on function private.content_is_shown(text, jsonb) from public;

create function private.content_part(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rules private.content_kinds;
  found jsonb;
begin
  select * into rules from private.content_kinds as kinds where kinds.kind = content_part.kind;
  if rules.part is not null then
    execute format('select to_jsonb(part) - ''created_at'' - ''updated_at'' from public.%I as part where part.%I = $1', rules.part, rules.part_key)
    into found using id;
  end if;
  return coalesce(found, '{}');
end $$;
comment on function private.content_part(text, uuid) is 'The row of the second table of a record; empty where there is none.';
revoke execute on function private.content_part(text, uuid) from public;

create function private.live_content(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  live jsonb;
begin
  execute format('select to_jsonb(live) from public.%I as live where live.id = $1', (
    select kinds.live from private.content_kinds as kinds where kinds.kind = live_content.kind)) into live using id;
  return live || private.content_part(kind, id);
end $$;
comment on function private.live_content(text, uuid) is 'The public row of a record with its part, as it stands; null for none.';
revoke execute on function private.live_content(text, uuid) from public;

create function private.changed_edits(before jsonb, after jsonb, version bigint, author uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select coalesce(jsonb_object_agg(field, jsonb_build_object('by', author, 'at', clock_timestamp(), 'version', version)), '{}')
  from jsonb_object_keys(after) as field where before -> field is distinct from after -> field);
revoke execute on function private.changed_edits(jsonb, jsonb, bigint, uuid) from public;

create function private.keep_content(of_kind text, record uuid, before jsonb, after jsonb, waiver text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  old_data constant jsonb := private.content_data(of_kind, before);
  new_data constant jsonb := private.content_data(of_kind, after);
begin
  if new_data = old_data and private.content_is_shown(of_kind, before) = private.content_is_shown(of_kind, after) then
    return;
  end if;
  -- Who writes past the draft, as a seed does, takes it along where nothing waits in it.
  insert into private.content_items as items (kind, id, draft, edited_by) values (of_kind, record, new_data, auth.uid())
  on conflict (kind, id) do update set
    draft = new_data, version = items.version + 1, edited_at = clock_timestamp(), edited_by = auth.uid(),
    edits = items.edits || private.changed_edits(old_data, new_data, items.version + 1, auth.uid())
    where items.draft = old_data and new_data <> old_data;
  insert into private.content_versions (kind, id, version, data, is_shown, made_by, waiver)
  select of_kind, record, coalesce(max(versions.version), 0) + 1, new_data, private.content_is_shown(of_kind, after), auth.uid(), left(keep_content.waiver, 500)
  from private.content_versions as versions where versions.kind = of_kind and versions.id = record;
  if after ? 'slug' then
    delete from private.content_redirects as redirects where redirects.kind = of_kind and redirects.slug = after ->> 'slug';
    if before ->> 'slug' <> after ->> 'slug' then
      insert into private.content_redirects (kind, slug, id)
      select of_kind, earlier.data ->> 'slug', record from private.content_versions as earlier
      where earlier.kind = of_kind and earlier.id = record and earlier.is_shown and earlier.data ->> 'slug' <> after ->> 'slug'
      on conflict (kind, slug) do update set id = excluded.id;
    end if;
  end if;
end $$;
comment on function private.keep_content(text, uuid, jsonb, jsonb, text) is
  'Keeps a version of a change that visitors can see, and the former address of what was public.';
revoke execute on function private.keep_content(text, uuid, jsonb, jsonb, text) from public;

create function private.note_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind constant text := tg_argv[0];
begin
  if tg_op = 'DELETE' then
    delete from private.content_items as items where items.kind = of_kind and items.id = old.id;
  -- What is published is kept once, by show_content, with both its rows.
  elsif coalesce(current_setting('academy.publishing', true), '') = '' then
    perform private.keep_content(of_kind, new.id,
      case when tg_op = 'UPDATE' then to_jsonb(old) || private.content_part(of_kind, new.id) end,
      to_jsonb(new) || private.content_part(of_kind, new.id));
  end if;
  return null;
end $$;
comment on function private.note_content() is 'Keeps a version of every change of a public row, whoever made it.';
revoke execute on function private.note_content() from public;

create function private.note_content_part() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind constant text := tg_argv[0];
  record constant uuid := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1];
  live constant jsonb := private.live_content(of_kind, record);
begin
  -- It goes with its record.
  if live is null or coalesce(current_setting('academy.publishing', true), '') <> '' then
    return null;
  end if;
  perform private.keep_content(of_kind, record,
    (live - coalesce((select kinds.part_fields from private.content_kinds as kinds where kinds.kind = of_kind), '{}'))
      || case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end, live);
  return null;
end $$;
comment on function private.note_content_part() is 'The same for the second row of a record.';
revoke execute on function private.note_content_part() from public;

do $$
declare
  one private.content_kinds;
begin
  for one in select * from private.content_kinds loop
    execute format('create trigger %1$s_change_content after insert or update or delete on public.%1$I
      for each row execute function private.note_content(%2$L)', one.live, one.kind);
    if one.part is not null then
      execute format('create trigger %1$s_change_content after insert or update or delete on public.%1$I
        for each row execute function private.note_content_part(%2$L, %3$L)', one.part, one.kind, one.part_key);
    end if;
    execute format('insert into private.content_items (kind, id, draft, edited_at)
      select %2$L, live.id, private.content_data(%2$L, private.live_content(%2$L, live.id)), live.updated_at from public.%1$I as live', one.live, one.kind);
    execute format('insert into private.content_versions (kind, id, version, data, is_shown, made_at)
      select %2$L, live.id, 1, private.content_data(%2$L, private.live_content(%2$L, live.id)), private.content_is_shown(%2$L, to_jsonb(live)), live.updated_at
      from public.%1$I as live', one.live, one.kind);
  end loop;
end $$;
