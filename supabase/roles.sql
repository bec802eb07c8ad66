-- What roles are given by default: nothing. What is made in public is closed to visitors and students until a grant opens
-- it; the keys of the project (service_role) may use it, as on every Supabase project.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
