import { withinTime } from '~/shared/client/deadline'
import { browserFunctions } from '~/shared/client/functions-browser'
import { TEST_MAIL_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import type { testMailText } from './test-mail.he'

/** How the mail server took a test mail, and what was said line by line. */
export type TestMailReport = {
  outcome: keyof typeof testMailText.outcomes
  recipient: string
  lines: { from: 'client' | 'server'; text: string }[]
  milliseconds: number
}

/** Sends a test mail to whoever is signed in. @throws AppError, DeadlineError */
export async function sendTestMail(): Promise<TestMailReport> {
  const { data, error } = await withinTime(TEST_MAIL_TIMEOUT, () =>
    browserFunctions().invoke<TestMailReport>('test-mail', { body: {} }),
  )
  if (error) throw reportForbidden(await toFailure(error))
  if (!data) throw toAppError(null)
  return data
}

async function toFailure(error: unknown): Promise<unknown> {
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response)) return toAppError(error)
  const body = (await context.json().catch(() => null)) as { code?: string; message?: string } | null
  return toAppError({ code: body?.code ?? '', message: body?.message ?? '', status: context.status })
}
