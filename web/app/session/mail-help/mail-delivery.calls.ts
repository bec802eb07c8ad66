import { useEffect, useState } from 'react'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { isSettled, type MailDelivery, nextPollDelay } from './mail-delivery.rules'

const STATUSES: readonly MailDelivery['status'][] = ['queued', 'sent', 'delayed', 'refused', 'failed', 'handled']

type DeliveryRow = { status?: unknown; asked_at?: unknown; sent_at?: unknown; next_attempt_at?: unknown }

/** The answer of the database as screens use it; null when nothing is known of the mail. */
export function toMailDelivery(row: DeliveryRow | null): MailDelivery | null {
  const status = STATUSES.find((known) => known === row?.status)
  const askedAt = momentOf(row?.asked_at)
  if (!status || askedAt === null) return null
  return { status, askedAt, sentAt: momentOf(row?.sent_at), nextAttemptAt: momentOf(row?.next_attempt_at) }
}

function momentOf(value: unknown): number | null {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}

/**
 * What became of a mail, for the browser that holds the secret it was asked for with; null when nothing is known, as
 * of sign-in mails of a Supabase project. @throws AppError
 */
export async function fetchMailDelivery(mailKey: string): Promise<MailDelivery | null> {
  const { data, error } = await browserSupabase()
    .rpc('mail_delivery', { request_key: mailKey })
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  return toMailDelivery(data as DeliveryRow | null)
}

/**
 * Follows a mail until nothing more will be heard of it; not while the tab is hidden. A failed look is repeated later.
 * @returns undefined until something was heard, null when nothing is known.
 */
export function useMailDelivery(mailKey: string): MailDelivery | null | undefined {
  const [heard, setHeard] = useState<{ mailKey: string; delivery: MailDelivery | null }>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let looks = 0
    let isOver = false
    let isLooking = false

    async function look() {
      timer = undefined
      if (isOver || isLooking || document.hidden) return
      isLooking = true
      looks += 1
      const delivery = await fetchMailDelivery(mailKey).catch(() => undefined)
      isLooking = false
      if (isOver) return
      if (delivery !== undefined) setHeard({ mailKey, delivery })
      if (delivery === undefined || !isSettled(delivery)) timer = setTimeout(() => void look(), nextPollDelay(looks))
      else isOver = true
    }
    const resume = () => {
      if (!document.hidden && timer === undefined) void look()
    }
    void look()
    document.addEventListener('visibilitychange', resume)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', resume)
    }
  }, [mailKey])
  return heard?.mailKey === mailKey ? heard.delivery : undefined
}
