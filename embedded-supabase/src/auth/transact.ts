import type { Transaction } from '../database/index.ts'
import { hasQueuedMail } from './mails/send.ts'
import { AuthError } from './protocol/errors.ts'
import type { Service } from './service.ts'

/**
 * Runs `run` in one transaction and, once it is committed, sends the mails that it queued.
 * An AuthError that `run` throws rolls everything back; one that it returns is thrown after the commit
 * (a failure that was counted has to stay counted).
 */
export async function transact<T>(
  service: Service,
  run: (tx: Transaction) => Promise<T>,
): Promise<Exclude<T, AuthError>> {
  let mailed = false
  const result = await service.database.asAuthAdmin(async (tx) => {
    const value = await run(tx)
    mailed = hasQueuedMail(tx)
    return value
  })
  if (mailed) service.mailer.wake()
  if (result instanceof AuthError) throw result
  return result as Exclude<T, AuthError>
}
