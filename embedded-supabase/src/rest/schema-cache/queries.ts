/** The types below domains, however many domains lie between. */
const BASES = `
layers (oid, base) as (
  select oid, typbasetype from pg_type where typtype = 'd'
  union
  select l.oid, t.typbasetype from layers l join pg_type t on t.oid = l.base and t.typtype = 'd'),
bases (oid, base) as (
  select l.oid, l.base from layers l join pg_type t on t.oid = l.base and t.typtype <> 'd')`

/** Functions by which a domain is shown as JSON, or made of JSON or text: implicit casts (protocol 2.5). */
export const REPRESENTATIONS = `
select c.castsource::text as source, c.casttarget::text as target, format('%I.%I', n.nspname, p.proname) as function,
  (c.castsource in ('json'::regtype, 'text'::regtype)) as reads,
  ('json'::regtype in (c.castsource, c.casttarget)) as is_json
from pg_cast c join pg_type s on s.oid = c.castsource join pg_type t on t.oid = c.casttarget
  join pg_proc p on p.oid = c.castfunc join pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f'
  and ((s.typtype = 'd' and c.casttarget in ('json'::regtype, 'text'::regtype))
    or (t.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype)))`

/**
 * Tables, views and foreign tables of the exposed schemas with columns, defaults and primary key. Partitions are
 * reached through the table that they are a part of.
 */
export const TABLES = `
with recursive ${BASES}, secured (oid) as (
  select oid from pg_class where relrowsecurity
  union
  select r.ev_class from secured s
    join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = s.oid and d.classid = 'pg_rewrite'::regclass
    join pg_rewrite r on r.oid = d.objid)
select n.nspname as schema, c.relname as name, c.oid::text as oid, c.reltype::text as row_type,
  array(select r.rolname::text from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')
    and has_schema_privilege(r.oid, n.oid, 'usage')
    and (has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')
      or has_any_column_privilege(r.oid, c.oid, 'select, insert, update'))) as visible_to,
  c.relkind in ('v', 'm') as is_view,
  case when c.relkind in ('r', 'p') then 28 else pg_relation_is_updatable(c.oid, true) end as writes,
  exists (select from secured s where s.oid = c.oid) as hides_rows,
  coalesce((select json_agg(json_build_object('name', a.attname, 'number', a.attnum, 'type', format_type(a.atttypid, a.atttypmod),
      'typeOid', a.atttypid::text,
      'baseType', format_type(coalesce((select base from bases where bases.oid = a.atttypid), a.atttypid), null),
      'default', case when a.attgenerated <> '' then null
        when a.attidentity <> '' then format('nextval(%L::regclass)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        else coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end) order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
  coalesce((select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = c.oid and i.indisprimary), '[]') as primary_key
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
order by n.nspname, c.relname`

/** Foreign keys, with the numbers of their columns; `is_unique` tells that a row has at most one that points at it. */
export const FOREIGN_KEYS = `
select k.conname as name, k.conrelid::text as origin, k.confrelid::text as target,
  (select json_agg(json_build_object('from', own, 'to', other) order by position)
    from unnest(k.conkey, k.confkey) with ordinality p (own, other, position)) as columns,
  exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
    and i.indexprs is null and i.indkey::int2[] <@ k.conkey) as is_unique
from pg_constraint k
where k.contype = 'f' and k.conparentid = 0
order by k.conrelid, k.conname`

/** Primary keys of all tables, with the numbers of their columns in the order of the key. */
export const PRIMARY_KEYS = `
select indrelid::text as table, to_json(indkey::int2[]) as columns from pg_index where indisprimary`

/** The stored queries of views, also of those that only other views read; one that is monstrous is left out. */
export const VIEWS = `
select r.ev_class::text as view, r.ev_action::text as action
from pg_rewrite r join pg_class c on c.oid = r.ev_class
where r.ev_type = '1' and c.relkind in ('v', 'm')
  and octet_length(r.ev_action::text) < 4000000
  and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
order by r.ev_class`

/** Functions of the exposed schemas (and of $2, for computed columns) with parameters and result. */
export const ROUTINES = `
with recursive ${BASES}
select n.nspname as schema, p.proname as name, n.nspname = any ($1) as exposed,
  array(select r.rolname::text from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')
    and has_schema_privilege(r.oid, n.oid, 'usage') and has_function_privilege(r.oid, p.oid, 'execute')) as visible_to,
  case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
  p.proretset as set, p.prorows as estimated_rows, p.proconfig as config,
  coalesce(p.proargmodes::text[] && '{t,b,o}', false) as has_out,
  rt.typname as return_name, rt.typtype as return_kind, rt.oid::text as return_type,
  format_type(rt.oid, null) as return_format,
  p.pronargs as inputs, p.pronargdefaults as defaults,
  coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[a.position], ''), 'type', format_type(a.type, null),
      'typeOid', a.type::text, 'mode', coalesce(p.proargmodes[a.position]::text, 'i')) order by a.position)
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (type, position)), '[]') as arguments,
  coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'baseType', format_type(a.atttypid, null)) order by a.attnum)
    from pg_attribute a where a.attrelid = rt.typrelid and rt.typrelid <> 0 and a.attnum > 0 and not a.attisdropped), '[]') as result_columns
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  join pg_type dt on dt.oid = p.prorettype
  join pg_type rt on rt.oid = coalesce((select base from bases where bases.oid = dt.oid), dt.oid)
where n.nspname = any ($1 || $2) and p.prokind = 'f'
  and rt.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler')
order by n.nspname, p.proname, p.pronargs, p.oid`

/** Settings of the protocol that were given to the login role in the database. */
export const LOGIN_SETTINGS = `
select split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
from pg_roles, unnest(rolconfig) entry where rolname = 'authenticator'`

/** Types that a cast may name. */
export const TYPES = `
select t.typname as name, format('%I.%I', n.nspname, t.typname) as sql
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where (n.nspname = 'pg_catalog' or n.nspname = any ($1)) and t.typtype in ('b', 'e', 'd', 'r', 'm')
  and t.typname !~ '^_*(reg|pg_)' and (t.typelem = 0 or not exists (
    select from pg_type element where element.oid = t.typelem and element.typtype in ('c', 'p')))
order by n.nspname = 'pg_catalog' desc, array_position($1, n.nspname::text) desc`
