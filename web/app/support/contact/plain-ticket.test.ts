import { expect, it, vi } from 'vitest'
import { createSupabase } from '~/shared/client/supabase'
import { submitPlainTicket } from './plain-ticket'

const ID = 'abcdef12-0000-4000-8000-000000000000'
const GOOD = { name: 'יעל', email: 'yael@example.com', subject: 'הסרטון נעצר', message: 'הסרטון נעצר באמצע.' }

function post(fields: Record<string, string>, headers: Record<string, string> = {}, search = '') {
  const body = new URLSearchParams(fields).toString()
  return new Request(`http://academy.test/contact${search}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      ...headers,
    },
  })
}

function supabaseAnswering(answer: () => Response) {
  const asked = vi.fn<(body: string) => void>()
  const supabase = createSupabase({
    supabaseUrl: 'http://supabase.test',
    anonKey: 'anon',
    fetch: async (_, init) => {
      asked(String(init?.body))
      return answer()
    },
  })
  return { supabase, asked }
}

it('[2.1-16] opens a ticket with its place and shows it as sent', async () => {
  const { supabase, asked } = supabaseAnswering(() => Response.json(ID))
  const taken = await submitPlainTicket(post(GOOD, {}, `?course=${ID}`), supabase)
  expect(taken).toEqual({ status: 200, answer: { values: GOOD, sent: { id: ID, email: GOOD.email } } })
  expect(JSON.parse(asked.mock.calls[0]?.[0] ?? '')).toMatchObject({ subject: GOOD.subject, course_id: ID })
})

it('[2.1-16] gives back what was written when something of it is wrong, or when it was not taken', async () => {
  const { supabase, asked } = supabaseAnswering(() =>
    Response.json({ code: 'TOO_MANY_REQUESTS', message: 'Five tickets an hour' }, { status: 429 }),
  )
  const wrong = { ...GOOD, message: 'קצר' }
  expect(await submitPlainTicket(post(wrong), supabase)).toEqual({ status: 400, answer: { values: wrong } })
  expect(asked).not.toHaveBeenCalled()
  const refused = await submitPlainTicket(post(GOOD), supabase)
  expect(refused?.status).toBe(429)
  expect(refused?.answer.failure).toMatch(/חמש פניות/)
  expect(refused?.answer.values).toEqual(GOOD)
})

it.each([
  ['too large', { 'content-length': '64001' }],
  ['of unknown length', { 'content-length': '' }],
  ['no form', { 'content-type': 'multipart/form-data; boundary=x' }],
])('does not read a body that is %s', async (_, headers) => {
  const { supabase } = supabaseAnswering(() => Response.json(ID))
  const request = post(GOOD, headers as Record<string, string>)
  if (headers['content-length' as never] === '') request.headers.delete('content-length')
  expect(await submitPlainTicket(request, supabase)).toBeNull()
  expect(request.bodyUsed).toBe(false)
})
