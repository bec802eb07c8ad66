import type { LogEntry } from '../options.ts'
import type { Failure } from './backoff.ts'

/** Whether mails leave, and if not, why and since when. */
export type MailHealth =
  | { state: 'no mail server' | 'not tried yet' | 'mails leave' }
  | { state: 'mails fail'; cause: string; since: Date }

export type MailWatch = {
  health(): MailHealth
  /** A mail server took a mail, or let us in. */
  worked(): void
  /** It did not, or was not there; a refusal for good is about one mail and says nothing of the others. */
  failed(failure: Failure): void
}

const REPORTED_FOR_MS = 3_600_000
const REMEMBERED = 100

/**
 * Keeps in sight whether mails leave. A cause is told once an hour, and that mails leave again after it.
 * @param now milliseconds, as Date.now
 */
export function watchMail(hasServer: boolean, log: (entry: LogEntry) => void, now = Date.now): MailWatch {
  const reportedAt = new Map<string, number>()
  let health: MailHealth = { state: hasServer ? 'not tried yet' : 'no mail server' }
  let isReported = false

  function reportOnce(cause: string, isOfOneMail: boolean): void {
    const key = withoutNumbers(cause)
    if (now() - (reportedAt.get(key) ?? -REPORTED_FOR_MS) < REPORTED_FOR_MS) return
    if (reportedAt.size >= REMEMBERED) reportedAt.clear()
    reportedAt.set(key, now())
    isReported ||= !isOfOneMail
    if (isOfOneMail) log({ level: 'warn', part: 'mail', message: 'a mail is refused for good', cause })
    else log({ level: 'error', part: 'mail', message: 'mails do not leave', cause, alarm: 'mail' })
  }

  return {
    health: () => health,
    worked() {
      if (isReported) log({ level: 'info', part: 'mail', message: 'mails leave again' })
      isReported = false
      health = { state: 'mails leave' }
    },
    failed({ kind, error }) {
      const cause = withoutPersons(error)
      const isOfOneMail = kind === 'permanent'
      if (!isOfOneMail)
        health = { state: 'mails fail', cause, since: 'since' in health ? health.since : new Date(now()) }
      reportOnce(cause, isOfOneMail)
    },
  }
}

/** Mail servers repeat addresses in their answers, and those are nobody's business in a log. */
export const withoutPersons = (text: string): string => text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[redacted]')

/** Answers to the same refusal differ in the names of queues and times that servers put in them. */
const withoutNumbers = (text: string): string => text.replace(/\b(?=\w*\d)\w{4,}\b/g, '')
