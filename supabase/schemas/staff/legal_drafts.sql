create table private.legal_drafts (
  document_id uuid primary key references public.legal_documents on delete cascade,
  draft jsonb not null default '{}' check (jsonb_typeof(draft) = 'object'),
  version bigint not null default 1,
  edits jsonb not null default '{}',
  edited_at timestamptz,
  edited_by uuid
);
comment on table private.legal_drafts is
  'What is written for the next version of a legal text; what a draft leaves out is as in the newest version.';
comment on column private.legal_drafts.version is 'Grows with every change of the draft; who saves names the one that was read.';
comment on column private.legal_drafts.edits is 'For each field who changed it last, when, and in which version: {field: {by, at, version}}.';
alter table private.legal_drafts enable row level security;

create function private.require_legal_editor() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_role('super_admin', 'admin') then
    perform private.raise_app_error('FORBIDDEN', 403, 'The role super_admin or admin is needed');
  end if;
end $$;

create function private.newest_legal_version(document uuid) returns setof public.legal_document_versions
language sql stable security definer rows 1 set search_path = '' as $$
  select versions.* from public.legal_document_versions as versions
  where versions.document_id = newest_legal_version.document and versions.is_published order by versions.version desc limit 1
$$;
comment on function private.newest_legal_version(uuid) is
  'The published version with the highest number, in force or waiting for its day.';

create function private.legal_values(document uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select jsonb_build_object('summary_he', '', 'demands_acceptance', false, 'body',
      coalesce((select newest.body from private.newest_legal_version(document) as newest), '{"type": "doc", "content": []}'))
    || coalesce((select drafts.draft from private.legal_drafts as drafts where drafts.document_id = document), '{}'));
comment on function private.legal_values(uuid) is 'The fields of the draft of a document.';

create function private.legal_gaps(document uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  with present as (select private.legal_values(document) as draft), newest as (select * from private.newest_legal_version(document))
  select coalesce(jsonb_agg(gaps.code order by gaps.place), '[]') from present left join newest on true, lateral (values
    (1, 'VERSION_COMING', newest.effective_at > now()),
    (2, 'BODY_EMPTY', trim(private.rich_text_words(present.draft -> 'body')) = ''),
    (3, 'UNCHANGED', newest.body = present.draft -> 'body' and not newest.awaits_review),
    (4, 'SUMMARY_MISSING', newest.id is not null and trim(present.draft ->> 'summary_he') = '')) as gaps (place, code, is_there)
  where gaps.is_there);
comment on function private.legal_gaps(uuid) is
  'Why a draft cannot be published: VERSION_COMING (another one waits for its day), BODY_EMPTY, UNCHANGED or SUMMARY_MISSING.';

create function private.demanded_legal_version(slug text) returns integer
language sql stable security definer set search_path = '' return (
  select max(versions.version) from public.legal_document_versions as versions
  join public.legal_documents as documents on documents.id = versions.document_id
  where documents.slug = demanded_legal_version.slug and versions.is_published and versions.demands_acceptance
    and versions.effective_at <= now());
comment on function private.demanded_legal_version(text) is
  'The number that a consent has to have at least; null where none is demanded.';

create function private.legal_reach(slug text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 100000;
  demanded constant integer := coalesce(private.demanded_legal_version(slug), 0);
begin
  if slug not in ('terms', 'privacy') then
    return '{"students": 0, "waiting": 0}';
  end if;
  return (
    select jsonb_build_object('students', count(*), 'waiting', count(*) filter (where people.agreed_to < demanded))
    from (
      select coalesce(max(versions.version), 0) as agreed_to
      from (
        select users.id from public.users
        where users.is_active and case slug when 'terms' then users.terms_consent else users.privacy_consent end limit most) as members
      left join public.consent_events as events on events.user_id = members.id and events.purpose = slug and events.granted
      left join public.legal_document_versions as versions on versions.id = events.document_version_id
      group by members.id) as people);
end $$;
comment on function private.legal_reach(text) is
  'How many students a demand to agree again would concern, and how many owe an agreement now; a hundred thousand at most.';

create function private.legal_record(document uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select jsonb_build_object(
    'id', documents.id, 'slug', documents.slug, 'title_he', documents.title_he, 'version', coalesce(drafts.version, 1),
    'values', private.legal_values(documents.id), 'gaps', private.legal_gaps(documents.id),
    'is_drafted', coalesce(drafts.draft, '{}') <> '{}', 'edited_at', drafts.edited_at, 'edited_by', private.staff_name(drafts.edited_by),
    'in_force', (select current.version from private.legal_version_at(documents.slug, now()) as current),
    'reach', private.legal_reach(documents.slug),
    'versions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', versions.id, 'version', versions.version, 'effective_at', versions.effective_at, 'awaits_review', versions.awaits_review,
        'summary_he', versions.summary_he, 'demands_acceptance', versions.demands_acceptance, 'text_hash', versions.text_hash,
        'withdrawn_at', versions.withdrawn_at, 'made_at', versions.created_at,
        'made_by', (
          select private.staff_name(lines.actor) from public.audit_log as lines
          where lines.entity = 'legal_document_versions' and lines.entity_id = versions.id::text and lines.action in ('insert', 'legal version published')
          order by lines.id limit 1),
        'accepted', (
          select count(*) from (
            select distinct events.user_id from public.consent_events as events
            where events.document_version_id = versions.id and events.granted and events.user_id is not null limit 100000) as people))
        order by versions.version desc), '[]')
      from (
        select * from public.legal_document_versions as known
        where known.document_id = documents.id and (known.is_published or known.withdrawn_at is not null)
        order by known.version desc limit 100) as versions))
  from public.legal_documents as documents left join private.legal_drafts as drafts on drafts.document_id = documents.id
  where documents.id = document);
comment on function private.legal_record(uuid) is
  'A legal text as its editors see it: the draft, what keeps it from being published, and its versions without their texts.';

create function private.legal_document_of(slug text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  found_id constant uuid := (select documents.id from public.legal_documents as documents where documents.slug = legal_document_of.slug);
begin
  if found_id is null then
    perform private.raise_app_error('LEGAL_NOT_FOUND', 404, 'There is no such legal text');
  end if;
  return found_id;
end $$;

create function private.lock_legal_document(slug text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  document constant uuid := private.legal_document_of(slug);
begin
  perform from public.legal_documents as documents where documents.id = document for update;
  return document;
end $$;
comment on function private.lock_legal_document(text) is
  'A legal text by its address, locked until the end of the statement: its versions are made one after the other.';

create function private.list_legal_documents() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_legal_editor();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'slug', documents.slug, 'title_he', documents.title_he, 'version', current.version, 'effective_at', current.effective_at,
      'awaits_review', coalesce(current.awaits_review, false),
      'coming_version', case when newest.effective_at > now() then newest.version end,
      'coming_at', case when newest.effective_at > now() then newest.effective_at end,
      'is_drafted', coalesce(drafts.draft, '{}') <> '{}', 'edited_at', drafts.edited_at, 'edited_by', private.staff_name(drafts.edited_by))
      order by array_position('{terms,privacy,cookies,accessibility}', documents.slug)), '[]')
    from public.legal_documents as documents
    left join lateral private.legal_version_at(documents.slug, now()) as current on true
    left join lateral private.newest_legal_version(documents.id) as newest on true
    left join private.legal_drafts as drafts on drafts.document_id = documents.id);
end $$;
grant execute on function private.list_legal_documents() to authenticated;

create function public.list_legal_documents() returns jsonb
language sql stable set search_path = '' begin atomic select private.list_legal_documents(); end;
comment on function public.list_legal_documents() is
  'How the legal texts stand, for the roles super_admin and admin ([6-23]).';
grant execute on function public.list_legal_documents() to authenticated;

create function private.read_legal_document(slug text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_legal_editor();
  return private.legal_record(private.legal_document_of(slug));
end $$;
grant execute on function private.read_legal_document(text) to authenticated;

create function public.read_legal_document(slug text) returns jsonb
language sql stable set search_path = '' begin atomic select private.read_legal_document(slug); end;
comment on function public.read_legal_document(text) is
  'A legal text with its draft, its versions without their bodies, and how many students agreed to each; for the roles super_admin and admin.';
grant execute on function public.read_legal_document(text) to authenticated;

create function private.legal_field_problem(slug text, field text, value jsonb) returns text
language sql immutable set search_path = '' return case field
  when 'body' then private.rich_text_problem(value)
  when 'summary_he' then case when jsonb_typeof(value) is distinct from 'string' then 'INVALID' when char_length(value #>> '{}') > 500 then 'TOO_LONG' end
  when 'demands_acceptance' then case
    when jsonb_typeof(value) is distinct from 'boolean' or (value = 'true' and slug not in ('terms', 'privacy')) then 'INVALID' end
  else 'INVALID' end;
comment on function private.legal_field_problem(text, text, jsonb) is
  'Why a field of a draft cannot hold a value: BODY, TOO_LONG or INVALID, as for a demand to agree to what nobody agrees to; null when it can.';

create function private.save_legal_draft(slug text, version bigint, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document uuid;
  known private.legal_drafts;
  before jsonb;
  others jsonb;
  wrong record;
begin
  perform private.require_legal_editor();
  document := private.lock_legal_document(slug);
  if jsonb_typeof(changes) is distinct from 'object' or octet_length(changes::text) > 600000 then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Changes are an object of fields');
  end if;
  for wrong in select changed.key as field, private.legal_field_problem(save_legal_draft.slug, changed.key, changed.value) as problem
    from jsonb_each(changes) as changed
  loop
    if wrong.problem is not null then
      perform private.refuse_content_field(wrong.field, wrong.problem);
    end if;
  end loop;
  insert into private.legal_drafts (document_id) values (document) on conflict do nothing;
  select * into known from private.legal_drafts as drafts where drafts.document_id = document;
  before := private.legal_values(document);
  select jsonb_agg(jsonb_build_object('field', changed.key, 'at', known.edits -> changed.key ->> 'at',
    'by', private.staff_name((known.edits -> changed.key ->> 'by')::uuid)) order by changed.key) into others
  from jsonb_each(changes) as changed
  where (save_legal_draft.version is null or (known.edits -> changed.key ->> 'version')::bigint > save_legal_draft.version)
    and before -> changed.key is distinct from changed.value;
  if others is not null then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'Somebody else changed the same fields',
      (private.legal_record(document) || jsonb_build_object('changes', others))::text);
  end if;
  update private.legal_drafts as drafts set
    draft = (known.draft || changes) - case when changes -> 'body' = (select newest.body from private.newest_legal_version(document) as newest) then 'body' else '' end,
    version = known.version + 1, edits = known.edits || private.changed_edits(before, before || changes, known.version + 1, auth.uid()),
    edited_at = clock_timestamp(), edited_by = auth.uid()
  where drafts.document_id = document and before || changes <> before;
  return private.legal_record(document);
end $$;
grant execute on function private.save_legal_draft(text, bigint, jsonb) to authenticated;

create function public.save_legal_draft(slug text, version bigint, changes jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.save_legal_draft(slug, version, changes); end;
comment on function public.save_legal_draft(text, bigint, jsonb) is
  'Saves fields (body, summary_he, demands_acceptance) of the draft of a legal text. 400 CONTENT_INVALID {field, problem}; 409 VERSION_CONFLICT tells who changed the same fields since the version.';
grant execute on function public.save_legal_draft(text, bigint, jsonb) to authenticated;

create function private.publish_legal_draft(slug text, version bigint, effective_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document uuid;
  known private.legal_drafts;
  gaps jsonb;
  draft_values jsonb;
  made public.legal_document_versions;
begin
  perform private.require_legal_editor();
  document := private.lock_legal_document(slug);
  insert into private.legal_drafts (document_id) values (document) on conflict do nothing;
  select * into known from private.legal_drafts as drafts where drafts.document_id = document;
  if known.version is distinct from publish_legal_draft.version then
    perform private.raise_app_error('CONTENT_CHANGED', 409, 'The draft was changed since it was read');
  end if;
  gaps := private.legal_gaps(document);
  if gaps <> '[]' then
    perform private.raise_app_error('LEGAL_INCOMPLETE', 409, 'The draft cannot be published', gaps::text);
  end if;
  if publish_legal_draft.effective_at not between now() and now() + interval '1 year' then
    perform private.raise_app_error('LEGAL_DAY', 400, 'A legal text comes into force now, or within a year');
  end if;
  draft_values := private.legal_values(document);
  insert into public.legal_document_versions (document_id, version, body, effective_at, is_published, summary_he, demands_acceptance)
  select document, coalesce(max(earlier.version), 0) + 1, draft_values -> 'body', coalesce(publish_legal_draft.effective_at, now()), true,
    nullif(trim(draft_values ->> 'summary_he'), ''), (draft_values ->> 'demands_acceptance')::boolean
  from public.legal_document_versions as earlier where earlier.document_id = document
  returning * into made;
  update private.legal_drafts as drafts set draft = '{}', version = drafts.version + 1,
    edits = drafts.edits || private.changed_edits(draft_values, draft_values || '{"summary_he": "", "demands_acceptance": false}', drafts.version + 1, auth.uid()),
    edited_at = clock_timestamp(), edited_by = auth.uid()
  where drafts.document_id = document;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'legal version published', 'legal_document_versions', made.id::text, jsonb_build_object('document', publish_legal_draft.slug,
    'version', made.version, 'effective_at', made.effective_at, 'summary_he', made.summary_he, 'demands_acceptance', made.demands_acceptance,
    'text_hash', made.text_hash));
  return private.legal_record(document);
end $$;
grant execute on function private.publish_legal_draft(text, bigint, timestamptz) to authenticated;

create function public.publish_legal_draft(slug text, version bigint, effective_at timestamptz default null) returns jsonb
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.publish_legal_draft(slug, version, effective_at);
end;
comment on function public.publish_legal_draft(text, bigint, timestamptz) is
  'Publishes the draft of a version as the next version of its text, in force now or at a moment within a year. 409 CONTENT_CHANGED for an older draft, LEGAL_INCOMPLETE with what is missing; 400 LEGAL_DAY.';
grant execute on function public.publish_legal_draft(text, bigint, timestamptz) to authenticated;

create function private.withdraw_legal_version(slug text, number integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document uuid;
  gone public.legal_document_versions;
  before jsonb;
  after jsonb;
begin
  perform private.require_legal_editor();
  document := private.lock_legal_document(slug);
  select * into gone from public.legal_document_versions as versions
  where versions.document_id = document and versions.version = withdraw_legal_version.number and (versions.is_published or versions.withdrawn_at is not null);
  if gone.id is null then
    perform private.raise_app_error('LEGAL_NOT_FOUND', 404, 'There is no such version');
  end if;
  -- Sent again after its answer was lost, it is done.
  if gone.withdrawn_at is not null then
    return private.legal_record(document);
  end if;
  before := private.legal_values(document);
  update public.legal_document_versions as versions set is_published = false, withdrawn_at = clock_timestamp() where versions.id = gone.id;
  -- Its words go back where they came from, unless others were written there since.
  insert into private.legal_drafts (document_id) values (document) on conflict do nothing;
  after := (
    select jsonb_build_object('body', gone.body, 'summary_he', coalesce(gone.summary_he, ''), 'demands_acceptance', gone.demands_acceptance) || drafts.draft
    from private.legal_drafts as drafts where drafts.document_id = document);
  update private.legal_drafts as drafts set version = drafts.version + 1, draft = after, edited_at = clock_timestamp(), edited_by = auth.uid(),
    edits = drafts.edits || private.changed_edits(before, after, drafts.version + 1, auth.uid())
  where drafts.document_id = document;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'legal version withdrawn', 'legal_document_versions', gone.id::text,
    jsonb_build_object('document', withdraw_legal_version.slug, 'version', gone.version, 'effective_at', gone.effective_at));
  return private.legal_record(document);
end $$;
grant execute on function private.withdraw_legal_version(text, integer) to authenticated;

create function public.withdraw_legal_version(slug text, number integer) returns jsonb
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.withdraw_legal_version(slug, number);
end;
comment on function public.withdraw_legal_version(text, integer) is
  'Takes a version back before its day; its words are the draft again. 409 LEGAL_TEXT_FIXED once it is in force.';
grant execute on function public.withdraw_legal_version(text, integer) to authenticated;
