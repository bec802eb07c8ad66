import type { Transaction } from '../../database/index.ts'
import { isDatabaseError } from '../../errors.ts'
import type { AuthRequest } from '../service.ts'
import { userAgent } from '../user-agent.ts'

const TIMEOUT_MS = 500

/**
 * What mails may say of the request that asked for them, as the project's function (`request_variables` in `embedded.toml`)
 * puts it: it takes user agent, address and time, to whom the mail goes and where its link leads, and gives variables by
 * name. GoTrue has none of it, so templates must read well without. Whatever the function does, the mail goes out.
 */
export async function requestVariables(
  tx: Transaction,
  asked: AuthRequest,
  mail: { recipient: string; redirectTo: string },
): Promise<Record<string, string>> {
  const { settings, log } = asked.service
  if (!settings.requestVariables) return {}
  const event = {
    user_agent: userAgent(asked),
    ip_address: asked.clientAddress,
    requested_at: new Date().toISOString(),
    recipient: mail.recipient,
    redirect_to: mail.redirectTo,
  }
  await tx.query('savepoint request_variables')
  try {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [String(TIMEOUT_MS)])
    const { rows } = await tx.query<{ answer: unknown }>(`select ${settings.requestVariables}($1::jsonb) as answer`, [
      JSON.stringify(event),
    ])
    return textsOf(rows[0]?.answer)
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    log({ level: 'warn', part: 'auth', message: `request_variables failed (${error.code}): a mail goes without` })
    return {}
  } finally {
    // Also takes the time limit back.
    await tx.query('rollback to savepoint request_variables')
  }
}

const textsOf = (answer: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answer !== null && typeof answer === 'object' ? answer : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
