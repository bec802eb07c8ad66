import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oddRequests } from './support/odd-requests.ts'
import { type RestServer, startRestServer } from './support/server.ts'
import { wellFormedReads } from './support/well-formed-reads.ts'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer({ config: '[api]\naggregates_enabled = true\n' })
})
afterAll(() => server.close())

test('well-formed reads are answered, whatever they combine', async () => {
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(wellFormedReads, async ([table, { select, params }, prefer, accept]) => {
      const search = new URLSearchParams([['select', select], ...params]).toString()
      const response = await server.rest(`/${table}?${search}`, { headers: { prefer, accept } })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const text = await response.text()
      const fine =
        response.status < 500 && !/syntax error|does not exist|ambiguous/.test(text.includes('"42883"') ? '' : text)
      expect(
        fine || `${response.status} ${text.slice(0, 300)} for ${table}?select=${select}&${JSON.stringify(params)}`,
      ).toBe(true)
      if (response.ok && accept !== 'text/csv') JSON.parse(text)
    }),
    { numRuns: 1_500 },
  )
  const answered = (statuses.get(200) ?? 0) + (statuses.get(206) ?? 0)
  expect(answered).toBeGreaterThan(500)
})

test('odd requests are refused, none is a fault', async () => {
  await fc.assert(
    fc.asyncProperty(
      oddRequests,
      async ({ path, select, filters, limit, offset, order, prefer, accept, range, method, body }) => {
        const params = new URLSearchParams(
          Object.entries({ select, limit, offset, order }).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          ),
        )
        for (const [name, operator, text] of filters)
          params.append(name, name === 'or' || name === 'not.and' ? `(id.${operator}.${text})` : `${operator}.${text}`)
        const writes = method !== 'GET' && method !== 'HEAD'
        const response = await server.rest(`${path}?${params}`, {
          method,
          headers: { prefer, accept, range, 'content-type': 'application/json' },
          ...(writes && method !== 'DELETE' ? { body } : {}),
        })
        const text = await response.text()
        expect(response.status < 500 || `${response.status} ${text.slice(0, 300)}`).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
})
