-- What a batch has set can be put back: each answer says what the fields of the draft held before, and its version.
create or replace function private.change_contents(kind text, act text, records jsonb, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
  one record;
  past jsonb;
  outcome text;
  answers jsonb := '[]';
begin
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch holds 100 records');
  end if;
  if act = 'set' and (jsonb_typeof(changes) is distinct from 'object'
    or exists (select from jsonb_object_keys(changes) as field where field <> all ('{category_id,author_id,is_featured}') or field <> all (rules.fields))) then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Many records take a category, an author or a flag');
  end if;
  -- In one order everywhere, so that two batches wait for each other and never both ways.
  for one in select distinct on (sent.id) sent.id, sent.version from jsonb_to_recordset(records) as sent (id uuid, version bigint)
    where sent.id is not null order by sent.id loop
    begin
      past := (select jsonb_object_agg(field, items.draft -> field)
        from private.content_items as items, jsonb_object_keys(changes) as field
        where act = 'set' and items.kind = change_contents.kind and items.id = one.id);
      outcome := private.change_content(kind, one.id, one.version, act, changes);
      answers := answers || (jsonb_build_object('id', one.id, 'outcome', outcome) || case when past is null then '{}' else
        (select jsonb_build_object('before', past, 'version', items.version) from private.content_items as items
          where items.kind = change_contents.kind and items.id = one.id) end);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', one.id, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
create or replace function public.change_contents(kind text, act text, records jsonb, changes jsonb default '{}') returns jsonb
language sql volatile set search_path = '' begin atomic select private.change_contents(kind, act, records, changes); end;
comment on function public.change_contents(text, text, jsonb, jsonb) is
  'Publishes, hides, trashes, takes back or sets category, author or flag in the drafts of up to 100 records [{id, version}]; what was changed since the version is refused. Answers per id: changed, unchanged, or refused with a code; to set, with the version that is now and what the fields held before.';
