/** What is known of a mail on its way; `handled` is all that may be told where the address is somebody's secret. */
export type MailDelivery = {
  status: 'queued' | 'sent' | 'delayed' | 'refused' | 'failed' | 'handled'
  /** Moments in ms since 1970. */
  askedAt: number
  sentAt: number | null
  nextAttemptAt: number | null
}

const ENDED = new Set<MailDelivery['status']>(['sent', 'refused', 'failed', 'handled'])

/** Whether nothing more will be heard of the mail; also when nothing is known of it. */
export const isSettled = (delivery: MailDelivery | null): boolean => delivery === null || ENDED.has(delivery.status)

const QUICK = 1_500
const SLOW = 6_000
const QUICK_LOOKS = 10

/** Milliseconds until it makes sense to look again: soon at first, then seldom. */
export const nextPollDelay = (looks: number): number => (looks < QUICK_LOOKS ? QUICK : SLOW)
