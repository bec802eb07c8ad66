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
  fixed jsonb not null default '{}'::jsonb check (jsonb_typeof(fixed) = 'object'),
  draft_bytes integer not null default 65536 check (draft_bytes between 1024 and 1048576),
  field_rule text,
  gap_rule text,
  live_rule text,
  show_rule text,
  reach_rule text,
  part_empty jsonb,
  shares_slug boolean not null default false,
  title_rule text,
  constraint content_kinds_part_check check ((part is null) = (part_key is null) and part_fields <@ fields)
);
comment on table private.content_kinds is
  'What can be written: the public table, the permissions of which one is wanted, the fields of a draft, and the column that says whether visitors see it (null: always).';
comment on column private.content_kinds.parent_field is 'The column that says to which record it belongs; order and lists are those of the parent.';
comment on column private.content_kinds.part is 'A second public table with a row of its own, for what fewer people may read, its key and its fields.';
comment on column private.content_kinds.fixed is 'Columns that every new record of the kind gets.';
comment on column private.content_kinds.draft_bytes is 'How large the changes of one save may be.';
comment on column private.content_kinds.field_rule is 'private.rule(kind, id, field, value) gives the problem of a field or null; it may ask general_content_field_problem.';
comment on column private.content_kinds.gap_rule is 'private.rule(id, data) gives what is missing besides: [{code, field, can_waive}].';
comment on column private.content_kinds.live_rule is 'private.rule(live) gives, of a public row, the fields that are no columns of it.';
comment on column private.content_kinds.show_rule is 'private.rule(id, data, shown) writes what lies elsewhere and gives the columns of the public row that are to be written.';
comment on column private.content_kinds.reach_rule is 'private.rule(id) gives whom hiding would concern: {students, certificates}.';
comment on column private.content_kinds.part_empty is 'What the second row holds before anything was written; a record that was made past the screens may lack the row.';
comment on column private.content_kinds.shares_slug is 'Whether several records of the kind may have one address.';
comment on column private.content_kinds.title_rule is 'private.rule(live) gives the title of a public row that has no column of it.';
alter table private.content_kinds enable row level security;

create table private.content_items (
  kind text not null references private.content_kinds(kind),
  id uuid not null,
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  version bigint not null default 1,
  edits jsonb not null default '{}'::jsonb,
  edited_at timestamptz not null default now(),
  edited_by uuid,
  publish_at timestamptz,
  unpublish_at timestamptz,
  schedule_waiver text check (char_length(schedule_waiver) between 1 and 500),
  schedule_failure text,
  trashed_at timestamptz,
  is_changed boolean not null default false,
  constraint content_items_pkey primary key (kind, id),
  constraint content_items_check check (unpublish_at > publish_at),
  constraint content_items_trash_check check (trashed_at is null or publish_at is null and unpublish_at is null)
);
comment on table private.content_items is
  'The draft of each record: what stands publicly where nothing was changed since.';
comment on column private.content_items.version is 'Grows with every change of the draft; who saves names the one that was read.';
comment on column private.content_items.edits is 'For each field who changed it last, when, and in which version: {field: {by, at, version}}.';
comment on column private.content_items.schedule_waiver is 'Why it will be shown although something is missing.';
comment on column private.content_items.schedule_failure is 'Why the last scheduled change could not be made.';
comment on column private.content_items.is_changed is 'Whether the draft differs from the fields of the public row. Triggers on both keep it.';
create index content_items_publish_at_idx on private.content_items (publish_at) where publish_at is not null;
create index content_items_unpublish_at_idx on private.content_items (unpublish_at) where unpublish_at is not null;
create index content_items_fact_ids_idx on private.content_items using gin (private.fact_ids(draft -> 'body')) where kind in ('news', 'essay');
alter table private.content_items enable row level security;

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
comment on table private.content_versions is
  'What visitors were shown, from one change to the next, whoever made it; null in made_by is the server.';
comment on column private.content_versions.waiver is 'Why it was published although something was missing.';
alter table private.content_versions enable row level security;

create table private.content_redirects (
  kind text not null,
  slug text not null,
  id uuid not null,
  primary key (kind, slug),
  foreign key (kind, id) references private.content_items on delete cascade
);
comment on table private.content_redirects is
  'Former addresses of what was once public, which lead to the present one for good.';
create index content_redirects_kind_id_idx on private.content_redirects (kind, id);
alter table private.content_redirects enable row level security;

create function private.content_data(kind text, live jsonb) returns jsonb
language sql stable security definer set search_path = '' return (
  select jsonb_object_agg(field, content_data.live -> field)
  from private.content_kinds as kinds, unnest(kinds.fields) as field where kinds.kind = content_data.kind);
comment on function private.content_data(text, jsonb) is 'The fields of a draft out of a public row.';

create function private.content_is_shown(kind text, live jsonb) returns boolean
language sql stable security definer set search_path = '' return (
  select coalesce((content_is_shown.live ->> kinds.shown_field)::boolean, kinds.shown_field is null)
  from private.content_kinds as kinds where kinds.kind = content_is_shown.kind);

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
    found := coalesce(found, rules.part_empty);
  end if;
  return coalesce(found, '{}');
end $$;
comment on function private.content_part(text, uuid) is
  'The row of the second table of a record; empty where there is none.';

create function private.live_content(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  live jsonb;
begin
  execute format('select to_jsonb(live) from public.%1$I as live where live.id = $1', (
    select kinds.live from private.content_kinds as kinds where kinds.kind = live_content.kind)) into live using id;
  return live || private.content_part(kind, id) || private.content_further(kind, live);
end $$;
comment on function private.live_content(text, uuid) is
  'The public row of a record with its part, as it stands; null for none.';

create function private.changed_edits(before jsonb, after jsonb, version bigint, author uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select coalesce(jsonb_object_agg(field, jsonb_build_object('by', author, 'at', clock_timestamp(), 'version', version)), '{}')
  from jsonb_object_keys(after) as field where before -> field is distinct from after -> field);

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

create function private.note_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind constant text := tg_argv[0];
  after jsonb;
begin
  if tg_op = 'DELETE' then
    delete from private.content_items as items where items.kind = of_kind and items.id = old.id;
    return null;
  end if;
  after := to_jsonb(new) || private.content_part(of_kind, new.id) || private.content_further(of_kind, to_jsonb(new));
  -- What is published is kept once, by show_content, with both its rows.
  if coalesce(current_setting('academy.publishing', true), '') = '' then
    perform private.keep_content(of_kind, new.id,
      case when tg_op = 'UPDATE' then to_jsonb(old) || private.content_part(of_kind, new.id) || private.content_further(of_kind, to_jsonb(old)) end, after);
  end if;
  perform private.note_changed_public_row(of_kind, new.id, after);
  return null;
end $$;
comment on function private.note_content() is 'Keeps a version of every change of a public row, whoever made it.';

create function private.fill_draft_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  used constant text[] := private.fact_ids(new.draft -> 'body');
  known text[];
begin
  if used = '{}' then
    return new;
  end if;
  select private.fact_ids(items.draft -> 'body') into known from private.content_items as items where items.kind = new.kind and items.id = new.id;
  -- A fact that is being changed finds the drafts that refer to it; of one that begins to just now its end is awaited.
  perform from public.finance_facts as facts where facts.id::text = any (used) and facts.id::text <> all (coalesce(known, '{}')) for share;
  new.draft := jsonb_set(new.draft, '{body}', private.fill_facts(new.draft -> 'body'));
  return new;
end $$;

create function private.note_changed_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_changed := new.draft is distinct from private.content_data(new.kind, private.live_content(new.kind, new.id));
  return new;
end $$;
comment on function private.note_changed_draft() is
  'Says of a draft that was written whether it differs; it comes after the trigger that fills in facts.';

create trigger content_items_write_facts before insert or update of draft on private.content_items
  for each row when (new.kind in ('news', 'essay')) execute function private.fill_draft_facts();

-- What names no file is most of it, and costs nothing.
create trigger content_items_insert_media after insert on private.content_items
  for each row when (new.draft::text like '%library/%') execute function private.note_media_uses();

create trigger content_items_update_media after update of draft on private.content_items
  for each row when (new.draft is distinct from old.draft) execute function private.note_media_uses();

create trigger content_versions_insert_media after insert on private.content_versions
  for each row when (new.data::text like '%library/%') execute function private.note_media_uses();

create trigger content_items_write_is_changed before insert or update of draft on private.content_items
  for each row execute function private.note_changed_draft();
