import { workers } from '../workers/pool.ts'
import { JobRefused } from '../workers/process.ts'
import { checkBounds, MailRefusal } from './bounds.ts'
import { HEAD_BYTES, type InboundMail, type MailHead, NO_HEAD } from './read-mail.ts'

/**
 * Has a worker read a mail.
 * @param bytes as many as it has, where `raw` is only its beginning
 * @param sender whose mails are read in turn with those of others
 * @throws MailRefusal for what is never taken, also for want of time or memory; whatever else where the mail can be read later
 */
export async function readMailInWorker(raw: Buffer, bytes: number, sender: string): Promise<InboundMail> {
  checkBounds(raw, bytes)
  return workers.run(sender, 'readMail', raw, bytes).catch((error: unknown) => {
    if (!(error instanceof JobRefused)) throw error
    throw new MailRefusal(REASONS[error.code] ?? 'UNREADABLE')
  })
}

const REASONS: Readonly<Record<string, MailRefusal['reason']>> = { TOO_LARGE: 'TOO_LARGE', SENDER: 'SENDER' }

/** Has a worker read the headers alone, of a mail that is refused. @throws where they can be read later */
export const readHeadInWorker = (raw: Buffer, sender: string): Promise<MailHead> =>
  workers.run(sender, 'readHead', raw.subarray(0, HEAD_BYTES)).catch((error: unknown) => {
    if (error instanceof JobRefused) return NO_HEAD
    throw error
  })
