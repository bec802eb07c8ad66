import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestServer, startRestServer } from './support/server.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

const prefer = (path: string, value: string) => server.rest(path, { headers: { prefer: value } })

test('what was honoured is told', async () => {
  const response = await prefer('/tags', 'count=exact, handling=lenient, timezone=Asia/Jerusalem, return=minimal')
  expect(response.headers.get('preference-applied')).toBe('count=exact, handling=lenient, timezone=Asia/Jerusalem')
  expect((await prefer('/tags', 'nonsense')).headers.get('preference-applied')).toBeNull()
})

test('the time zone is that of the answer', async () => {
  const response = await prefer('/courses?select=created_at&id=eq.1', 'timezone=Asia/Jerusalem')
  expect(await response.json()).toEqual([{ created_at: '2024-01-02T05:04:05+02:00' }])
})

test.each([
  ['+05:30', '2024-01-01T21:34:05-05:30'],
  ['-4', '2024-01-01T23:04:05-04:00'],
])('a time zone may be the difference %s', async (zone, moment) => {
  const response = await prefer('/courses?select=created_at&id=eq.1', `timezone=${zone}`)
  expect([response.headers.get('preference-applied'), await response.json()]).toEqual([
    `timezone=${zone}`,
    [{ created_at: moment }],
  ])
})

test.each(['timezone=Nowhere/Land', 'handling=strict, timezone=Nowhere/Land', "timezone=x'; select 1 --", 'timezone='])(
  'the database refuses a time zone that it does not know: %s',
  async (value) => {
    const response = await prefer('/tags', value)
    expect([response.status, await response.json()]).toMatchObject([400, { code: '22023', details: null, hint: null }])
    expect((await prefer('/tags', '')).status).toBe(200)
  },
)

test('strict handling refuses what is not known', async () => {
  const response = await prefer('/tags', 'handling=strict, anything=goes, else')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: 'Invalid preferences: anything=goes, else',
    hint: null,
  })
  expect((await prefer('/tags', 'anything=goes')).status).toBe(200)
})

test('the first of two values counts', async () => {
  const response = await prefer('/tags', 'count=exact, count=planned')
  expect(response.headers.get('preference-applied')).toBe('count=exact')
})
