import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Database, migrate, openDatabase } from '../../embedded-supabase/src/database/index.ts'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { formerTexts } from '../releases/released.ts'
import { MIGRATIONS } from './support/project.ts'

/** By file, its statements as they are now and as a release had them; newer minors of PostgreSQL refuse the latter. */
const FORMER_STATEMENTS: Record<string, [now: string, former: string][]> = {
  '20261208000840_copies_of_facts.sql': [
    [
      `add column shares_slug boolean;
alter table private.content_kinds alter column shares_slug set default false;
update private.content_kinds set shares_slug = false where shares_slug is null;
alter table private.content_kinds alter column shares_slug set not null;`,
      'add column shares_slug boolean not null default false;',
    ],
  ],
  '20261211050010_media_kinds.sql': [
    ['add column kind text check', `add column kind text not null default 'picture' check`],
    ['add column stored_bytes bigint check', 'add column stored_bytes bigint not null default 0 check'],
    [
      `  alter column kind set default 'picture',
  alter column stored_bytes set default 0;
update private.media_files as files set kind = 'picture', stored_bytes = (
  select coalesce(sum((variant ->> 'bytes')::bigint), 0) from jsonb_array_elements(files.variants) as variant)
where files.kind is null;
alter table private.media_files
  alter column kind set not null,
  alter column stored_bytes set not null,
`,
      '',
    ],
    [
      '(poster_id);\n',
      `(poster_id);
update private.media_files as files set stored_bytes = (
  select coalesce(sum((variant ->> 'bytes')::bigint), 0) from jsonb_array_elements(files.variants) as variant);
`,
    ],
  ],
  '20261215060010_changed_drafts.sql': [
    [
      `add column is_changed boolean;
alter table private.content_items alter column is_changed set default false;`,
      'add column is_changed boolean not null default false;',
    ],
    [
      `update private.content_items as items
set is_changed = coalesce(items.draft <> private.content_data(items.kind, private.live_content(items.kind, items.id)), false)
where items.is_changed is null;
alter table private.content_items alter column is_changed set not null;`,
      `update private.content_items as items set is_changed = true
where items.draft <> private.content_data(items.kind, private.live_content(items.kind, items.id));`,
    ],
  ],
}

const formerOf = (name: string): string =>
  (FORMER_STATEMENTS[name] ?? []).reduce(
    (text, [now, former]) => text.replace(now, () => former),
    readFileSync(join(MIGRATIONS, name), 'utf8'),
  )

const folder = mkdtempSync(join(tmpdir(), 'rewritten-migrations-'))
chmodSync(folder, 0o711)
const open: Database[] = []
afterAll(async () => {
  for (const database of open) await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const OURS = `not in ('pg_catalog', 'information_schema', 'pg_toast')`
/** All that the migrations make, but for the physical ways in which rows lie. */
const CATALOGUE = [
  `select attrelid::regclass::text as relation, attnum, attname, format_type(atttypid, atttypmod) as type, attnotnull,
     pg_get_expr(adbin, adrelid) as default, attidentity, attgenerated, attacl::text, col_description(attrelid, attnum)
   from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attnum > 0 and relnamespace::regnamespace::text ${OURS} order by 1, 2`,
  `select oid::regclass::text as relation, relkind, relacl::text, relrowsecurity, reloptions::text, obj_description(oid, 'pg_class')
   from pg_class where relnamespace::regnamespace::text ${OURS} order by 1`,
  `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
   where connamespace::regnamespace::text ${OURS} order by 1, 2`,
  `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) from pg_index
   where indrelid >= 16384 and indrelid::regclass::text not like 'pg_toast%' order by 1`,
  `select oid::regprocedure::text as function, pg_get_functiondef(oid), proacl::text, obj_description(oid, 'pg_proc')
   from pg_proc where pronamespace::regnamespace::text ${OURS} and prokind <> 'a' order by 1`,
  `select pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal order by 1`,
  `select polrelid::regclass::text as relation, polname, polcmd, polroles::regrole[]::text, pg_get_expr(polqual, polrelid),
     pg_get_expr(polwithcheck, polrelid) from pg_policy order by 1, 2`,
  'select * from private.content_kinds order by kind',
  'select kind, id, draft, version, edits, is_changed from private.content_items order by kind, id',
  'select * from private.media_files order by id',
]

/** What stands when the rewritten files arrive: uploads in every state, a draft as it is shown and one that is not. */
const ROWS = `
  insert into private.media_files (id, name, state, failure, upload_path, original_bytes, width, height, variants, created_at) values
    ('00000000-0000-4000-8000-000000000001', 'a', 'ready', null, 'a', 10, 2, 2, '[{"bytes": 3}, {"bytes": 4}]', '2026-01-01'),
    ('00000000-0000-4000-8000-000000000002', 'b', 'failed', 'NOT_READ', 'b', 10, null, null, '[]', '2026-01-01'),
    ('00000000-0000-4000-8000-000000000003', 'c', 'waiting', null, 'c', 10, null, null, '[]', '2026-01-01');
  insert into public.categories (id, name_he, slug) values
    ('00000000-0000-4000-8000-000000000011', 'כלכלה', 'economy'), ('00000000-0000-4000-8000-000000000012', 'שוק', 'market');
  update private.content_items set draft = draft || '{"name_he": "שוק ההון"}'
  where id = '00000000-0000-4000-8000-000000000012';`

/** The whole chain with rows in between: those files as they are now, or as they were. */
async function applyChain(name: string, textOf: (file: string) => string | undefined) {
  const migrations = join(folder, name, 'migrations')
  cpSync(MIGRATIONS, migrations, { recursive: true })
  for (const file of Object.keys(FORMER_STATEMENTS)) {
    const text = textOf(file)
    if (text !== undefined) writeFileSync(join(migrations, file), text)
  }
  const dataDirectory = join(folder, name, 'data')
  chmodSync(join(folder, name), 0o711)
  prepareDataFolder(dataDirectory)
  const database = await openDatabase({ dataDirectory, durable: false })
  open.push(database)
  const only = readdirSync(migrations).filter((file) => file < '20261208000840')
  await migrate(database, { set: 'project', folder: migrations, only })
  await database.asOwner((tx) => tx.query(ROWS))
  await migrate(database, { set: 'project', folder: migrations })
  const answers: unknown[] = []
  for (const query of CATALOGUE) answers.push((await database.asOwner((tx) => tx.query(query))).rows)
  return answers
}

test('the former texts are those of the list, to the byte', () => {
  const sums = Object.keys(FORMER_STATEMENTS).map((name) => [
    `supabase/migrations/${name}`,
    [createHash('sha256').update(formerOf(name)).digest('hex')],
  ])
  expect(Object.fromEntries(sums)).toEqual(formerTexts())
})

test('a rewritten migration makes the schema and the rows of its former text; a PostgreSQL that refuses that text takes it', async () => {
  const now = await applyChain('now', () => undefined)
  expect(now.every((rows) => Array.isArray(rows) && rows.length > 1)).toBe(true)
  expect(now.at(-2)).toEqual(expect.arrayContaining([expect.objectContaining({ is_changed: true })]))
  const former = await applyChain('former', formerOf).catch((error: Error) => error.message)
  if (typeof former === 'string') expect(former).toMatch(/copies_of_facts\.sql failed.* uses its row type/)
  else expect(now).toEqual(former)
})
