create function private.missing_legal_versions(student uuid) returns table (slug text, agreed_to integer)
language plpgsql stable security definer rows 2 set search_path = '' as $$
begin
  return query
    select demands.slug, consents.agreed_to
    from (select asked.slug, private.demanded_legal_version(asked.slug) as demanded from unnest('{terms,privacy}'::text[]) as asked (slug)) as demands,
    lateral (
      select coalesce(max(versions.version), 0) as agreed_to
      from public.consent_events as events join public.legal_document_versions as versions on versions.id = events.document_version_id
      where demands.demanded is not null and events.user_id = missing_legal_versions.student and events.purpose = demands.slug and events.granted) as consents
    where consents.agreed_to < demands.demanded;
end $$;
comment on function private.missing_legal_versions(uuid) is
  'The texts that a person has to agree to again, with the newest version that they agreed to; 0 for none.';

create function private.owes_acceptance(student uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Nobody is told of others.
  return coalesce(student = auth.uid(), false) and private.session_is_valid()
    and exists (select from private.missing_legal_versions(student));
end $$;
grant execute on function private.owes_acceptance(uuid) to authenticated;

create function public.owes_acceptance(public.users) returns boolean
language sql stable set search_path = '' begin atomic select private.owes_acceptance($1.id); end;
comment on function public.owes_acceptance(public.users) is
  'Whether the student has to agree to a newer version of the terms or of the privacy policy; read along with the own profile.';
grant execute on function public.owes_acceptance(public.users) to authenticated;

create function private.owed_legal_documents() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'slug', missing.slug, 'title_he', documents.title_he, 'id', current.id, 'version', current.version,
      'effective_at', current.effective_at, 'body', current.body,
      'agreed_to', (
        select jsonb_build_object('version', earlier.version, 'body', earlier.body) from public.legal_document_versions as earlier
        where earlier.document_id = documents.id and earlier.version = missing.agreed_to),
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('version', since.version, 'summary_he', since.summary_he) order by since.version desc), '[]')
        from (
          select * from public.legal_document_versions as later
          where later.document_id = documents.id and later.is_published and later.summary_he is not null
            and later.version > missing.agreed_to and later.version <= current.version
          order by later.version desc limit 20) as since))
      order by missing.slug desc), '[]')
    from private.missing_legal_versions(auth.uid()) as missing
    join public.legal_documents as documents on documents.slug = missing.slug
    cross join lateral private.legal_version_at(missing.slug, now()) as current);
end $$;
grant execute on function private.owed_legal_documents() to authenticated;

create function public.owed_legal_documents() returns jsonb
language sql stable set search_path = '' begin atomic select private.owed_legal_documents(); end;
comment on function public.owed_legal_documents() is
  'The texts that the student has to agree to again: as they are in force, as they were when the student last agreed, and what changed between.';
grant execute on function public.owed_legal_documents() to authenticated;

create function private.accept_legal_documents(version_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  missing record;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  -- Twice at once is one agreement; and no text is published while it is agreed to.
  perform from public.users where users.id = auth.uid() for update;
  perform from public.legal_documents as documents where documents.slug in ('terms', 'privacy') order by documents.slug for share;
  for missing in select texts.slug, current.id from private.missing_legal_versions(auth.uid()) as texts
    cross join lateral private.legal_version_at(texts.slug, clock_timestamp()) as current
  loop
    -- The page that was agreed on showed another text, or not all of them.
    if (missing.id = any (version_ids)) is not true then
      perform private.raise_app_error('LEGAL_TEXT_CHANGED', 409, 'Another version is in force by now');
    end if;
    insert into public.consent_events (user_id, purpose, granted, occurred_at) values (auth.uid(), missing.slug, true, clock_timestamp());
  end loop;
end $$;
grant execute on function private.accept_legal_documents(uuid[]) to authenticated;

create function public.accept_legal_documents(version_ids uuid[]) returns void
language sql volatile set search_path = '' begin atomic select private.accept_legal_documents(version_ids); end;
comment on function public.accept_legal_documents(uuid[]) is
  'Agrees to the texts that the student owes, by the versions that were read, all or none. 409 LEGAL_TEXT_CHANGED where another version is in force.';
grant execute on function public.accept_legal_documents(uuid[]) to authenticated;
