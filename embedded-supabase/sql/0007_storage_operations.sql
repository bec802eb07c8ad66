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
