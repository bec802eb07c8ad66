import { AuthClient, type AuthError } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import { reasonOf, toAppError } from '~/shared/errors/errors'
import { errorMessages } from '~/shared/errors/errors.he'

const email = 'dana@example.com'

/** The official client before a sign-in service that answers as the original does (supabase/auth, internal/api). */
function clientBefore(status: number, error_code: string, msg: string, version?: string) {
  const body = version ? { code: error_code, message: msg } : { code: status, error_code, msg }
  const headers: HeadersInit = version ? { 'x-supabase-api-version': version } : {}
  return new AuthClient({
    url: 'https://project.test/auth/v1',
    persistSession: false,
    autoRefreshToken: false,
    fetch: async () => Response.json(body, { status, headers }),
  })
}

type Ask = (client: InstanceType<typeof AuthClient>) => Promise<{ error: AuthError | null }>

const REQUESTS: [what: string, ask: Ask, message: string][] = [
  ['registering', (client) => client.signUp({ email, password: 'x'.repeat(64) }), 'Error sending confirmation email'],
  ['signing in', (client) => client.signInWithOtp({ email }), 'Error sending magic link email'],
  ['sending again', (client) => client.resend({ email, type: 'signup' }), 'Error sending confirmation email'],
  ['recovering', (client) => client.resetPasswordForEmail(email), 'Error sending recovery email'],
]

const ANSWERS: [what: string, status: number, code: string, message?: string][] = [
  ['of a dead mail server', 500, 'unexpected_failure'],
  [
    'of a mail server that takes too long',
    504,
    'request_timeout',
    'Processing this request timed out, please retry after a moment.',
  ],
  ['of a hook that failed', 500, 'unexpected_failure', 'Unexpected status code returned from hook: 500'],
  [
    'of a hook that takes too long',
    422,
    'hook_timeout',
    'Failed to reach hook within maximum time of 5.000000 seconds',
  ],
  ['of a hook that is not reached', 422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries'],
]

it.each(REQUESTS)(
  '[8-13] %s without a mail server is answered in our words, not in those of the service',
  async (_, ask, own) => {
    for (const [what, status, code, message = own] of ANSWERS) {
      for (const version of [undefined, '2024-01-01']) {
        const { error } = await ask(clientBefore(status, code, message, version))
        const shown = toAppError(error)
        expect([what, version, shown.code, shown.message]).toEqual([
          what,
          version,
          'SERVER_ERROR',
          errorMessages.SERVER_ERROR,
        ])
        expect(reasonOf(shown)).not.toBe('')
      }
    }
  },
)
