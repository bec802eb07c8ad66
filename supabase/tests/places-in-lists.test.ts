import { beforeAll, expect, test } from 'vitest'
import { callAs, errorCode } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

const ID = '00000000-0000-4000-8000-000000000001'
const quoted = (text: string) => JSON.stringify(text)
/** A place as JSON, whose parts are JSON too: it may say what no number of JavaScript does. */
const placeOf = (value: string, id: string, [valueKey, idKey] = ['value', 'id']) =>
  `{"${valueKey}": ${value}, "${idKey}": ${id}}`

type Parts = { keys?: [string, string]; value?: 'time' | 'number' | 'text' | 'none'; id?: 'uuid' | 'number' | 'text' }
type List = Parts & { call: string; asked?: object; way?: 'export' | 'timeline' }

let dana: Person
beforeAll(async () => {
  dana = await signUp(database, 'dana@example.com')
})

const LISTS: List[] = [
  { call: 'list_students' },
  { call: 'list_students', asked: { states: ['active'], sort: 'last_login_at' } },
  { call: 'list_students', asked: { sort: 'name' }, value: 'text' },
  { call: 'list_tickets' },
  { call: 'list_tickets', asked: { sort: 'due' } },
  { call: 'list_tickets', asked: { sort: 'priority' }, value: 'number' },
  { call: 'list_campaigns' },
  { call: 'list_campaign_recipients', asked: { campaign_id: ID }, value: 'none' },
  { call: 'list_suppressions', id: 'text' },
  { call: 'list_undelivered_mails' },
  { call: 'list_audit_lines', id: 'number' },
  { call: 'list_decided_requests' },
  { call: 'list_content', asked: { kind: 'category' }, value: 'text' },
  { call: 'student_timeline', way: 'timeline', keys: ['at', 'key'], id: 'text' },
  { call: 'students_export', way: 'export' },
  { call: 'tickets_export', way: 'export' },
  { call: 'audit_export', way: 'export', id: 'number' },
]

const call = (name: string, values: unknown[]) => callAs<unknown>(database, as('super_admin'), name, values)

type Read = (place: string, end?: 'after' | 'before') => Promise<string>
/** How a list is read from a place, given as JSON: what its rows are, or why there are none. */
async function reader({ call: name, asked = {}, way }: List): Promise<Read> {
  if (way === 'export') {
    const { id } = (await call(`open_${name}`, ['{}', 'csv'])) as { id: string }
    return (place) => call(`read_${name}`, [id, place]).then(rowsOf, errorCode)
  }
  const rest = Object.entries(asked).map(([key, value]) => `, "${key}": ${JSON.stringify(value)}`)
  const about = way === 'timeline' ? [dana.id] : []
  return (place, end = 'after') =>
    call(name, [...about, `{"${end}": ${place}${rest.join('')}}`]).then(rowsOf, errorCode)
}
const rowsOf = (answer: unknown) => (Array.isArray((answer as { rows: unknown }).rows) ? 'rows' : 'none')

const NO_TEXTS = ['null', '[]', '{}', '["2026-01-01"]', '1e400', '7', 'true']
const NO_VALUES = {
  time: ['2026-01-01 Nowhere/Nothing', '10000000-01-01', '2026-13-01', '24:00:99', 'x', ''].map(quoted),
  number: ['1e200000', 'x', ''].map(quoted),
  text: [],
}
const NO_IDS = {
  uuid: ['x', '', `${ID}0`].map(quoted),
  number: ['x', '', '1e400', '99999999999999999999'].map(quoted),
  text: [],
}
const A_VALUE = { time: '2026-01-01 10:00:00+00', number: '12', text: 'א', none: '' }
const AN_ID = { uuid: ID, number: '1', text: 'x' }

test.each(LISTS)('$call ($asked) is read from a place, and from none that no row can have', async (list) => {
  const { value = 'time', id = 'uuid', keys } = list
  const read = await reader(list)
  const [aValue, anId] = [quoted(A_VALUE[value]), quoted(AN_ID[id])]
  expect(await read(placeOf(aValue, anId, keys))).toBe('rows')
  expect(await read('null')).toBe('rows')
  if (value === 'time') expect(await read(placeOf(quoted('infinity'), anId, keys))).toBe('rows')
  const noValues = value === 'none' ? [] : [...NO_TEXTS, ...NO_VALUES[value]]
  const places = [
    ...noValues.map((none) => placeOf(none, anId, keys)),
    ...[...NO_TEXTS, ...NO_IDS[id]].map((none) => placeOf(aValue, none, keys)),
    ...['{}', '[]', '[1]', '7', '1e400', 'true', '"x"', `{"value": ${aValue}}`],
  ]
  for (const place of places) expect([place, await read(place)]).toEqual([place, 'INVALID_CURSOR'])
  if (list.way) return
  for (const place of places) expect([place, await read(place, 'before')]).toEqual([place, 'INVALID_CURSOR'])
})

test.each([
  ['list_students', { id: 'x' }],
  ['student_choice', { id: [] }],
  ['list_tickets', { assignee: 'x' }],
  ['list_campaign_recipients', { campaign_id: null, count: true }],
  ['list_campaign_recipients', { campaign_id: [] }],
  ['list_content', { kind: 'lesson', parent: 'x' }],
])('%s has nothing of %j', async (name, query) => {
  expect(await call(name, [query]).then(rowsOf, errorCode)).toBe('INVALID_CURSOR')
})
