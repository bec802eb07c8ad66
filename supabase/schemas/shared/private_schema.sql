create schema private;
comment on schema private is 'Rules behind the API: definer functions, secrets, counters. Not exposed.';

create extension if not exists pg_trgm with schema extensions;

-- Sign-in calls its hooks there.
grant usage on schema public to supabase_auth_admin;
