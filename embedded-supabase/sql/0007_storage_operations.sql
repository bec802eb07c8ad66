-- What the storage service is doing stands in `storage.operation` for the length of a statement, as Supabase Storage
-- sets it, so that a policy can tell a download from a listing.
create or replace function storage.operation() returns text language sql stable as $$
  select current_setting('storage.operation', true)
$$;
create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $$
  select exists (
    select from unnest(expected_operations) as expected
    where regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', ''))
$$;
create or replace function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

-- The owner finds the extensions by their bare names, as on a Supabase project: seeds call gen_salt and the like.
do $$ begin
  execute format('alter role %I in database %I set search_path = "$user", public, extensions', current_user, current_database());
end $$;
