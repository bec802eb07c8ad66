import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import { owner } from './outcome.ts'

/** One request of whoever looks for keys, seeds and scores, or tries to change them. */
export type Attack = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string
  /** The function that it calls, if it calls one. */
  calls?: string
}

type Names = { tables: { name: string; columns: string[] }[]; functions: { name: string; names: string[] }[] }

/** What would end the attack instead of winning it: closing accounts and sessions. */
const ENDS = /delet|purge|forget|close|sign_out|end_session|recover/
const ABOUT = /quiz|review|certificate|content|export|course|statistic|record|timeline|preview|gain|turn|my_/

/** The tables and functions that an attacker can read about, and those whose names only the migrations tell. */
export async function namesOf(database: Database): Promise<Names> {
  const tables = await owner<{ name: string; columns: string[] }>(
    database,
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v') and attnum > 0
       and relname ~ 'quiz|review|certificate|content|course|lesson|question' group by relname order by relname`,
  )
  const functions = await owner<{ name: string; names: string[] }>(
    database,
    `select proname as name, coalesce(proargnames[1:pronargs], '{}') as names from pg_proc
     where pronamespace = 'public'::regnamespace order by proname, proargnames`,
  )
  return { tables, functions: functions.filter(({ name }) => ABOUT.test(name) && !ENDS.test(name)) }
}

const HOSTILE = ['', 'null', "' or true --", '{}', '[]', '0', '-1', '*', 'quiz', 'א', '1e400', '%00']
const PROFILES = ['public', 'private', 'auth', 'storage', 'pg_catalog', 'information_schema']
const ACCEPTED = [
  'application/json',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.plan+json; options=analyze|verbose',
  '*/*',
]
const PREFERRED = [
  'count=exact',
  'count=planned',
  'return=representation',
  'tx=rollback',
  'handling=strict, max-affected=1',
  'resolution=merge-duplicates',
]
const SECRET_COLUMNS = [
  'definition',
  'seed',
  'answer',
  'review',
  'points',
  'percent',
  'is_correct',
  'presented',
  'draft',
]

const headers = fc
  .record(
    {
      accept: fc.constantFrom(...ACCEPTED),
      prefer: fc.constantFrom(...PREFERRED),
      'accept-profile': fc.constantFrom(...PROFILES),
      'content-profile': fc.constantFrom(...PROFILES),
      range: fc.constantFrom('0-9', '9-0'),
    },
    { requiredKeys: [] },
  )
  .map((made) => made as Record<string, string>)

/** Draws requests against tables, functions and pages; `ids` are what the attacker may have seen in addresses. */
export function attacks({ tables, functions }: Names, ids: readonly string[]): fc.Arbitrary<Attack> {
  const id = fc.constantFrom(...ids, randomUUID())
  const answers = fc.array(
    fc.record(
      {
        position: fc.oneof(fc.integer({ min: 0, max: 101 }), fc.constantFrom(-1, 1.5, null)),
        sequence: fc.constantFrom(1, 2, 999, 1_000_000_000, 0, null),
        answer: fc.oneof(
          fc.record({ claim: fc.boolean() }),
          fc.record({ number: fc.constantFrom('1', 'x') }),
          fc.jsonValue(),
        ),
        ...{ points: fc.constant(1), correct: fc.constant(true), percent: fc.constant(100), seed: fc.constant('a') },
      },
      { requiredKeys: ['position', 'sequence'] },
    ),
    { maxLength: 4 },
  )
  const value = fc.oneof({ weight: 6, arbitrary: id }, fc.constantFrom(...HOSTILE, null, 1), answers)
  const word = fc.oneof({ weight: 4, arbitrary: id }, fc.constantFrom(...HOSTILE)).map(encodeURIComponent)
  const table = fc.constantFrom(...tables)
  const column = table.chain(({ columns }) => fc.constantFrom(...columns, ...SECRET_COLUMNS))
  const selected = fc.oneof(
    fc.constant('*'),
    column,
    column.map((name) => `${name}.max()`),
    column.map((name) => `x:${name}::text`),
    fc.tuple(table, column).map(([{ name }, inner]) => `*,${name}(${inner})`),
    fc.tuple(table, table).map(([{ name }, other]) => `*,${name}!inner(*,${other.name}(*))`),
    column.map((name) => `${name}->pools->0->questions->0->definition->>right`),
  )
  const operator = fc.constantFrom('eq.', 'like.', 'ilike.', 'match.', 'gt.', 'is.', 'in.', 'cs.', 'not.eq.')
  const query = fc
    .array(
      fc.oneof(
        selected.map((one) => `select=${one}`),
        fc.tuple(column, operator, word).map(([name, by, with_]) => `${name}=${by}${with_}`),
        column.map((name) => `order=${name}.desc`),
        fc.tuple(column, word).map(([name, text]) => `or=(${name}.eq.${text},${name}.not.is.null)`),
        fc.constantFrom('limit=1', 'limit=1000', 'offset=1', 'columns=id', 'on_conflict=id'),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('&'))
  const onTable = fc
    .record({
      method: fc.constantFrom(
        'GET' as const,
        'GET' as const,
        'GET' as const,
        'HEAD' as const,
        'POST' as const,
        'PATCH' as const,
        'DELETE' as const,
      ),
      ...{ table, query, headers, column, value },
    })
    .map(
      ({ method, table: { name }, query: asked, headers: said, column: changed, value: with_ }): Attack => ({
        ...{ method, path: `/rest/v1/${name}?${asked}`, headers: said },
        ...(['POST', 'PATCH'].includes(method) && { body: JSON.stringify({ [changed]: with_ }) }),
      }),
    )
  const call = fc.constantFrom(...functions).chain(({ name, names }) =>
    fc
      .record({ ...{ query, headers }, values: fc.tuple(...names.map(() => value)), isRead: fc.boolean() })
      .map(({ values, query: asked, headers: said, isRead }): Attack => {
        const given = Object.fromEntries(names.map((key, at) => [key, values[at]]))
        const words = Object.entries(given).map(
          ([key, one]) => `${key}=${encodeURIComponent(typeof one === 'string' ? one : JSON.stringify(one))}`,
        )
        const address = `/rest/v1/rpc/${name}`
        return isRead
          ? { method: 'GET', path: `${address}?${[...words, asked].join('&')}`, headers: said, calls: name }
          : { method: 'POST', path: `${address}?${asked}`, headers: said, body: JSON.stringify(given), calls: name }
      }),
  )
  const edge = fc
    .record({
      name: fc.constantFrom('quiz-attempts', 'quiz-attempts', 'review-deck', 'quiz-authoring', 'quiz-preview'),
      action: fc.constantFrom('start', 'finish', 'score', 'next', 'answer', 'check', 'read', 'explain', 'begin'),
      ...{ quiz: value, attempt: value, turn: value, id: value, token: value, round: value, answers },
    })
    .map(
      ({ name, ...body }): Attack => ({
        ...{ method: 'POST', path: `/functions/v1/${name}`, headers: {}, body: JSON.stringify(body), calls: name },
      }),
    )
  const page = fc
    .tuple(
      fc.constantFrom(
        (a: string, b: string, c: string) => `/courses/${a}/quizzes/${b}/attempts/${c}`,
        (a: string, b: string) => `/courses/${a}/quizzes/${b}`,
        (a: string) => `/courses/${a}`,
        (a: string) => `/admin/quizzes/${a}`,
        (a: string) => `/certificates/${a.slice(0, 12)}`,
        (a: string) => `/courses/${a}/certificate`,
        () => '/review',
        () => '/dashboard',
      ),
      ...[word, word, word],
      fc.constantFrom('', '.data', '.data?_routes=root', '?q=1', '/../../rest/v1/quizzes'),
    )
    .map(([make, a, b, c, end]): Attack => ({ method: 'GET', path: `${make(a, b, c)}${end}`, headers: {} }))
  return fc.oneof(
    { weight: 8, arbitrary: onTable },
    { weight: 8, arbitrary: call },
    { weight: 5, arbitrary: edge },
    { weight: 2, arbitrary: page },
  )
}
