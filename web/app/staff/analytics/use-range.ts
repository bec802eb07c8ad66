import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type DayRange, readRange } from './range.rules'

/** The range of days that the address says, and the way to another one. */
export function useRange() {
  const [params, setParams] = useSearchParams()
  // One moment for as long as the page is open, so that a range does not move under the reader at midnight.
  const [now] = useState(() => Date.now())
  const range = useMemo(() => readRange(params, now), [params, now])
  const show = ({ first, last }: DayRange) => {
    const next = new URLSearchParams(params)
    next.set('from', first)
    next.set('to', last)
    setParams(next, { preventScrollReset: true })
  }
  return { range, now, show }
}
