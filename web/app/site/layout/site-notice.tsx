import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { isNoticeShown, nextNoticeTurn } from '~/shared/config/notice.rules'
import { useSite } from '~/shared/pages/site-of'
import { Bidi } from '~/shared/ui/bidi'
import { noticeText } from './notice.he'

/** A timer takes no longer delay; a page that is open for that long looks again. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** What the academy has to say on every page for a while, such as before works on the server; it comes and goes by its times. */
export function SiteNotice() {
  const { notice } = useSite()
  // By the moment of the page browser and server say the same of what has a time.
  const madeAt = (useRouteLoaderData('root') as { madeAt?: number } | undefined)?.madeAt ?? 0
  const [now, setNow] = useState(madeAt)
  useEffect(() => {
    const turn = notice && nextNoticeTurn(notice, now)
    if (!turn) return
    const wait = Math.min(Math.max(turn - Date.now(), 0), LONGEST_WAIT_MS)
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [notice, now])
  if (!notice || !isNoticeShown(notice, now)) return null
  return (
    <section aria-label={noticeText.label} className="border-saffron border-b bg-saffron-wash text-ink text-sm">
      <Bidi as="p" className="wrap py-3 [overflow-wrap:anywhere]">
        {notice.text}
      </Bidi>
    </section>
  )
}
