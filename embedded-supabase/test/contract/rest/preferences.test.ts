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

test('strict handling refuses what is not known', async () => {
  const response = await prefer('/tags', 'handling=strict, anything=goes, timezone=Nowhere/Land')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: 'Invalid preferences: anything=goes, timezone=Nowhere/Land',
    hint: null,
  })
  expect((await prefer('/tags', 'anything=goes')).status).toBe(200)
})

test('the first of two values counts', async () => {
  const response = await prefer('/tags', 'count=exact, count=planned')
  expect(response.headers.get('preference-applied')).toBe('count=exact')
})
