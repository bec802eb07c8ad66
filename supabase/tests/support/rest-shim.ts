import { vi } from 'vitest'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { errorCode } from './outcome.ts'

export const URL_OF_TESTS = 'http://supabase.test'
export const SERVICE_KEY = 'service-key-of-the-tests'
export const PUBLISHABLE_KEY = 'sb_publishable_of-the-tests'

/** A token as of a project that signs with its shared secret; the shim below believes it, whoever signed it. */
export function tokenOf(caller: Caller): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'HS256' })}.${encode(caller.claims)}.x`
}

function callerOf(token: string): Caller | undefined {
  if (token === SERVICE_KEY) return { role: 'service_role', claims: { role: 'service_role' } }
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
    return { role: 'authenticated', claims }
  } catch {
    return undefined
  }
}

/**
 * Lets the functions call the real database: `fetch` answers `/rest/v1/rpc/*` as PostgREST does and counts the calls.
 * It stands in for the REST part only, so that these tests need no gateway.
 */
export function stubRest(database: Database): { calls: string[] } {
  const calls: string[] = []
  vi.stubEnv('SUPABASE_URL', URL_OF_TESTS)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: PUBLISHABLE_KEY }))
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', SERVICE_KEY)
  vi.stubEnv('SITE_URL', 'https://academy.test')
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const { pathname } = new URL(input)
    const headers = new Headers(init.headers)
    const caller = callerOf(headers.get('authorization')?.slice('Bearer '.length) ?? '')
    if (pathname === '/auth/v1/user') return Response.json({}, { status: caller ? 200 : 403 })
    const name = pathname.replace('/rest/v1/rpc/', '')
    calls.push(name)
    if (!caller) return Response.json({ code: 'PGRST301' }, { status: 401 })
    const args = JSON.parse(String(init.body)) as Record<string, unknown>
    const named = Object.keys(args).map((key, i) => `${key} => $${i + 1}`)
    const values = Object.values(args).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    )
    const call = `public.${name}(${named.join(', ')})`
    const text = name === 'claim_emails' ? `select * from ${call}` : `select ${call} as value`
    try {
      const { rows } = await database.queryAsCaller<{ value: unknown }>(caller, text, values)
      return Response.json(name === 'claim_emails' ? rows : (rows[0]?.value ?? null))
    } catch (error) {
      const { code = '', detail = '' } = error as { code?: string; detail?: string }
      const status = code === 'PGRST' ? (JSON.parse(detail) as { status: number }).status : code === '42501' ? 403 : 400
      return Response.json({ code: errorCode(error) }, { status })
    }
  })
  return { calls }
}
