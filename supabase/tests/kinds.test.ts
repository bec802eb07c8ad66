import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { MAIL_KINDS } from '../../embedded-supabase/src/auth/mails/templates.ts'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { KINDS, type KindOf } from '../functions/_shared/kinds.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'

/** Lists that the database alone knows: no screen, function or process names their values. */
const OF_THE_DATABASE = [
  'access_requests.status',
  'analytics_marks.figure',
  'invitation_history.status',
  'permits.purpose',
  'review_cards.reason',
  'support_mails.state',
]
const BODIES = `select functions.proname as name, functions.prosrc as body from pg_proc as functions
  where functions.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`

let database: Database
let bodies: { name: string; body: string }[]
beforeAll(async () => {
  database = await openAcademyDatabase()
  bodies = await owner(database, BODIES)
})
afterAll(() => database?.close())

const rows = async (statement: string) => (await owner<{ name: string }>(database, statement)).map(({ name }) => name)
const sorted = (words: Iterable<string>) => [...new Set(words)].sort()

/** The parts of a list in SQL, apart at the commas that stand in no brackets. */
function partsOf(list: string): string[] {
  let depth = 0
  const parts = ['']
  for (const sign of list) {
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign)) depth--
    if (depth < 0) break
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** The words that a value can be: itself, or each that a condition chooses. */
function wordsOf(value = ''): string[] {
  if (/^'[^']*'$/.test(value)) return [value.slice(1, -1)]
  const [, start = '', rest] = /^'([^']*)' \|\| (case\b[\s\S]*)/.exec(value) ?? []
  if (rest) return wordsOf(rest).map((end) => start + end)
  if (!/^case\b/.test(value)) return []
  return [...value.matchAll(/\b(?:then|else)\s+'([^']+)'/g)].map(([, word = '']) => word)
}

/** What functions of the database insert into a table: of each insert the words of a column. */
function inserts(table: string): ((column: string) => string[])[] {
  const insert = new RegExp(`insert into public\\.${table} \\(([^)]*)\\)\\s*(?:values\\s*\\(|select\\s)`, 'g')
  return bodies.flatMap(({ body }) =>
    [...body.matchAll(insert)].map((match) => {
      const values = partsOf(body.slice(match.index + match[0].length))
      return (column: string) => wordsOf(values[partsOf(match[1] ?? '').indexOf(column)])
    }),
  )
}
const inserted = (table: string, column: string) => inserts(table).flatMap((wordsIn) => wordsIn(column))

/** The words that functions of the database are called with in the place of an argument. */
const given = (name: string, place: number): string[] =>
  bodies.flatMap(({ body }) =>
    [...body.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].flatMap(({ index }) =>
      wordsOf(partsOf(body.slice(index + name.length + 1))[place]),
    ),
  )

test('a kind is one of its words and no other text, so that a record of names without one of them does not compile', () => {
  expectTypeOf<KindOf<'support_tickets.satisfaction'>>().toEqualTypeOf<'good' | 'bad'>()
})

test('each column that takes one of a list is declared with the same list, or known to the database alone', async () => {
  const constraints = await owner<{ name: string; definition: string }>(
    database,
    `select tables.relname || '.' || columns.attname as name, pg_get_constraintdef(checks.oid) as definition
     from pg_constraint as checks
     join pg_class as tables on tables.oid = checks.conrelid
     join pg_attribute as columns on columns.attrelid = tables.oid and array[columns.attnum] = checks.conkey
     where checks.contype = 'c' and tables.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and pg_get_constraintdef(checks.oid) like '%= ANY (ARRAY[''%'`,
  )
  expect(constraints.length).toBeGreaterThan(40)
  const lists = constraints.map(({ name, definition }): [string, string[]] => [
    name,
    sorted([...definition.matchAll(/'([^']+)'::text/g)].map(([, word = '']) => word)),
  ])
  const declared = Object.entries(KINDS).map(([name, words]): [string, string[]] => [name, sorted(words)])
  for (const [name, words] of lists.filter(([name]) => !OF_THE_DATABASE.includes(name)))
    expect({ [name]: declared.find(([known]) => known === name)?.[1] }).toEqual({ [name]: words })
  expect(OF_THE_DATABASE.filter((name) => name in KINDS || !lists.some(([known]) => known === name))).toEqual([])
})

test('every mail that the database queues is of a declared kind, and each kind is queued', () => {
  expect(sorted(inserted('email_outbox', 'kind'))).toEqual(sorted(KINDS['email_outbox.kind']))
})

test('every act that the database logs is declared, and no other', () => {
  const passedOn = [given('note_student_action', 1), given('note_ticket_action', 1), given('note_campaign', 0)]
  const written = sorted([...inserted('audit_log', 'action'), ...passedOn.flat()])
  expect(written.length).toBeGreaterThan(60)
  expect(written).toEqual(expect.arrayContaining(['note written', 'ticket answered', 'campaign sent']))
  const byVariable = ['update', 'outgoing released', 'outgoing dropped', 'outgoing paused']
  expect(sorted([...written, ...byVariable])).toEqual(sorted(KINDS['audit_log.action']))
})

test('every act on a student that the timeline shows is declared, and no other', () => {
  const onStudents = inserts('audit_log').filter((wordsIn) => wordsIn('entity').includes('users'))
  const written = [...onStudents.flatMap((wordsIn) => wordsIn('action')), ...given('note_student_action', 1)]
  // Of one there is no student any more, of the other none in particular.
  const ofNobody = ['deleted', 'students exported']
  expect(sorted(written.filter((act) => !ofNobody.includes(act)))).toEqual(sorted(KINDS['student_timeline.act']))
})

test('every kind of thing that the database logs an act on is declared', async () => {
  const watched = await rows(
    `select distinct tables.relname as name from pg_trigger as triggers
     join pg_class as tables on tables.oid = triggers.tgrelid
     join pg_proc as functions on functions.oid = triggers.tgfoid
     where functions.proname = 'record_change' and tables.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )
  const written = sorted([...watched, ...inserted('audit_log', 'entity')])
  expect(written.length).toBeGreaterThan(25)
  expect(written.filter((entity) => !KINDS['audit_log.entity'].some((known) => known === entity))).toEqual([])
})

test('what is published and what a role may hold are declared as the tables have them', async () => {
  expect(await rows('select kind as name from private.content_kinds').then(sorted)).toEqual(
    sorted(KINDS['content_kinds.kind']),
  )
  expect(await rows("select name from public.roles where name <> 'unknown'").then(sorted)).toEqual(
    sorted(KINDS['roles.name']),
  )
  expect(await rows('select name from public.permissions').then(sorted)).toEqual(sorted(KINDS['permissions.name']))
})

test('the mails of the sign-in service, and what a restored copy holds back, are declared', () => {
  expect(sorted(KINDS['mail.outbox.kind'])).toEqual(sorted(MAIL_KINDS))
  const [, held = ''] = /not kinds <@ '\{([a-z_,]+)\}'/.exec(bodyOf('decide_outgoing')) ?? []
  expect(sorted(held.split(','))).toEqual(sorted(KINDS['outgoing_holds.kinds']))
})

const bodyOf = (name: string) =>
  bodies
    .filter((known) => known.name === name)
    .map(({ body }) => body)
    .join('\n')
