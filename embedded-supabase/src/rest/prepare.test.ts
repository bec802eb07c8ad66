import { describe, expect, test } from 'vitest'
import { planContext } from './plan/context.ts'
import { prepare } from './prepare.ts'
import { parseBody } from './request/body.ts'
import { parseRequest } from './request/parse-request.ts'
import { findRelationships } from './schema-cache/relationships.ts'
import type { Column, SchemaCache, Table } from './schema-cache/types.ts'

const table = (name: string, types: Record<string, string>): Table => ({
  schema: 'public',
  name,
  primaryKey: ['id'],
  isView: false,
  writes: { insert: true, update: true, delete: true },
  hidesRows: false,
  computed: new Map(),
  visibleTo: ['anon'],
  columns: new Map(
    Object.entries(types).map(([key, type]): [string, Column] => [key, { name: key, type, baseType: type }]),
  ),
})

const courses = table('courses', {
  id: 'integer',
  title: 'text',
  settings: 'jsonb',
  tags: 'text[]',
  category_id: 'integer',
})
const categories = table('categories', { id: 'integer', name: 'text' })
const cache: SchemaCache = {
  version: 1,
  tables: new Map([['public', new Map([courses, categories].map((one) => [one.name, one]))]]),
  relationships: findRelationships([
    { name: 'fk', origin: courses, target: categories, columns: [{ from: 'category_id', to: 'id' }], unique: false },
  ]),
  routines: new Map(),
  types: new Map([['text', 'pg_catalog.text']]),
  aggregatesEnabled: false,
  plansEnabled: false,
  safeUpdate: true,
  transactionEnd: 'commit',
}

function sqlOf(
  search: string,
  { method = 'GET', prefer = '', body }: { method?: string; prefer?: string; body?: string } = {},
) {
  const request = parseRequest(method, '/rest/v1/courses', search, new Headers({ prefer }), ['public'], cache)
  const context = planContext({ schema: 'public', cache, role: 'anon', maxRows: 100, aggregatesEnabled: true })
  return prepare(context, request, body === undefined ? undefined : parseBody(Buffer.from(body), null, false))
}

describe('reads', () => {
  test('values travel as parameters, names come from the schema', () => {
    const evil = `'; drop table courses; --`
    const { text, values, readOnly } = sqlOf(
      `select=id&title=eq.${encodeURIComponent(evil)}&settings->>${encodeURIComponent(`"${evil}"`)}=eq.1`,
    )
    expect(text).not.toContain('drop table')
    expect(values).toEqual([evil, evil, '1', 100])
    expect(text).toContain('where (t1."title" = $1) and (t1."settings"->>$2::text = $3) limit $4')
    expect(readOnly).toBe(true)
  })

  test('a to-one resource is one lateral join', () => {
    const { text } = sqlOf('select=id,category:categories(name)&category.name=eq.x')
    expect(text).toContain('left join lateral (select row_to_json(x.*) as body')
    expect(text).toContain(
      'from "public"."categories" t2 where t3."category_id" = t2."id" and (t2."name" = $1)) x) j1 on true',
    )
  })

  test('an exact count has no range and only the joins it needs', () => {
    const { text } = sqlOf('select=id,categories(name)&id=gt.1&limit=5', { prefer: 'count=exact' })
    expect(text).toContain('(select count(*) from "public"."courses" t3 where (t3."id" > $')
  })

  test('groups are told by their places', () => {
    expect(sqlOf('select=title,id.sum(),settings->a').text).toContain('group by 1, 3')
  })
})

describe('writes', () => {
  test('PostgreSQL reads the payload itself', () => {
    const { text, values } = sqlOf('', { method: 'POST', body: '{"id":1,"title":"x"}' })
    expect(text).toContain(
      'insert into "public"."courses" as t0 ("id", "title") select r."id", r."title" from json_to_record($1::json) as r("id" integer, "title" text) returning 1 as one',
    )
    expect(values).toEqual(['{"id":1,"title":"x"}'])
  })

  test('only needed columns are read back', () => {
    const { text } = sqlOf('select=title,categories(name)&id=eq.1', {
      method: 'PATCH',
      prefer: 'return=representation',
      body: '{"id":1}',
    })
    expect(text).toContain('returning t1."title", t1."category_id"')
  })

  test('an upsert sets every column of the payload', () => {
    const { text } = sqlOf('on_conflict=title', {
      method: 'POST',
      prefer: 'resolution=merge-duplicates',
      body: '[{"id":1,"title":"x"}]',
    })
    expect(text).toContain('json_to_recordset($1::json)')
    expect(text).toContain('on conflict ("title") do update set "id" = excluded."id", "title" = excluded."title"')
  })

  test('a delete filters by parameters', () => {
    const { text, values } = sqlOf('id=in.(1,2)', { method: 'DELETE' })
    expect(text).toContain('delete from "public"."courses" as t1 where (t1."id" = any ($1)) returning 1 as one')
    expect(values).toEqual(['{"1","2"}'])
  })
})
