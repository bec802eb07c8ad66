const OURS = "in ('public', 'private', 'rest')"
/** Privileges with those of nobody written out, in one order. */
const acl = (kind: string, given: string, owner: string) =>
  `(select array_agg(item::text order by item::text) from unnest(coalesce(${given}, acldefault(${kind}, ${owner}))) as item)`

/** Everything that the migrations make, each kind by a query whose rows are in one order. */
export const CATALOGUE = [
  `select attrelid::regclass::text as relation, attnum, attname, format_type(atttypid, atttypmod) as type, attnotnull,
     pg_get_expr(adbin, adrelid) as default, attidentity, attgenerated, (select array_agg(item::text order by item::text) from unnest(attacl) as item) as acl, col_description(attrelid, attnum)
   from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attnum > 0 and not attisdropped and relkind in ('r', 'v') and relnamespace::regnamespace::text ${OURS} order by 1, 2`,
  `select oid::regclass::text as relation, relkind, ${acl(`case relkind when 'S' then 's' else 'r' end::"char"`, 'relacl', 'relowner')} as acl, relrowsecurity, reloptions::text,
     obj_description(oid, 'pg_class')
   from pg_class where relkind in ('r', 'v', 'S') and relnamespace::regnamespace::text ${OURS} order by 1`,
  `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid), obj_description(oid, 'pg_constraint')
   from pg_constraint where connamespace::regnamespace::text ${OURS} order by 1, 2`,
  `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) from pg_index join pg_class on oid = indrelid
   where relnamespace::regnamespace::text ${OURS} order by 1`,
  `select oid::regprocedure::text as function, pg_get_functiondef(oid), ${acl(`'f'`, 'proacl', 'proowner')} as acl,
     obj_description(oid, 'pg_proc')
   from pg_proc where pronamespace::regnamespace::text ${OURS} order by 1`,
  `select pg_get_triggerdef(oid), tgenabled, obj_description(oid, 'pg_trigger') from pg_trigger where not tgisinternal order by 1`,
  `select polrelid::regclass::text as relation, polname, polcmd, polpermissive, polroles::regrole[]::text,
     pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid), obj_description(oid, 'pg_policy')
   from pg_policy order by 1, 2`,
  `select defaclnamespace::regnamespace::text, defaclobjtype, defaclacl::text from pg_default_acl order by 1, 2`,
  'select (kinds).* from private.content_kinds as kinds order by kind',
  'select pattern from private.route_patterns order by pattern',
  `select roles.name, permissions.name as permission from public.roles join public.role_permissions on role_id = roles.id
   join public.permissions on permissions.id = permission_id order by 1, 2`,
  'select id, public, file_size_limit, allowed_mime_types from storage.buckets order by id',
  'select name, kind, occasion, after_days, subject, body from private.campaigns where occasion is not null order by name',
]
