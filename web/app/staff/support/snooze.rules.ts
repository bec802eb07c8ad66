const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const MORNING = 9

export type SnoozeName = 'hour4' | 'tomorrow' | 'week'

/** Until when a ticket rests, from a moment in ms; the morning is that of the reader's clock. */
export function snoozeUntil(name: SnoozeName, now: number): string {
  if (name === 'hour4') return new Date(now + 4 * HOUR).toISOString()
  if (name === 'week') return new Date(now + 7 * DAY).toISOString()
  const morning = new Date(now)
  morning.setDate(morning.getDate() + 1)
  morning.setHours(MORNING, 0, 0, 0)
  return morning.toISOString()
}
