const PARTS = new Intl.DateTimeFormat('en-CA', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'Asia/Jerusalem' },
})

/** A moment as the clock in Israel shows it: `YYYY-MM-DDTHH:MM`, as a field of day and time holds it. */
export function toIsraelClock(iso: string): string {
  const part = Object.fromEntries(PARTS.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`
}

/**
 * The moment at which the clock in Israel shows a time; null for none. A time that the clock skips in spring is the one
 * an hour later, one that comes twice in autumn the first of the two.
 */
export function fromIsraelClock(local: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return null
  const candidates = [asUtc - 3 * HOUR, asUtc - 2 * HOUR].map((moment) => new Date(moment).toISOString())
  return candidates.find((iso) => toIsraelClock(iso) === local) ?? candidates[1] ?? null
}

/**
 * What is odd about a time by the clock in Israel: one that it skips in spring, with the time that is meant in its place,
 * or one that comes twice in autumn. Undefined for any other.
 */
export function clockChangeAt(local: string): { skipped: string } | { twice: true } | undefined {
  const iso = fromIsraelClock(local)
  if (iso === null) return undefined
  const shown = toIsraelClock(iso)
  if (shown !== local) return { skipped: shown.slice(-5) }
  return toIsraelClock(new Date(Date.parse(iso) + HOUR).toISOString()) === local ? { twice: true } : undefined
}

const HOUR = 3_600_000
