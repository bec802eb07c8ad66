import type { WaitingCounts, WaitingName } from './today.calls'

/** The database stops counting there. */
const MOST = 100

/** The staff page, by its name, on which each of them is dealt with. */
const PAGE_OF: Record<WaitingName, string> = {
  tickets: 'support',
  access_requests: 'students',
  invitations: 'users',
  mails: 'mails',
  jobs: 'desk',
  facts: 'facts',
  courses: 'courses',
  articles: 'news',
}
const NAMES = Object.keys(PAGE_OF) as WaitingName[]

/** Those that wait, in the order of their urgency, each with the name of the page that deals with it. */
export const pendingWork = (waiting: WaitingCounts) =>
  NAMES.flatMap((name) => {
    const count = waiting[name] ?? 0
    return count > 0 ? [{ name, count, page: PAGE_OF[name] }] : []
  })

/** How much waits on a page; drafts are work that is under way and call nobody. */
export const pendingCount = (page: string, waiting: WaitingCounts | undefined): number =>
  NAMES.filter((name) => PAGE_OF[name] === page && name !== 'courses' && name !== 'articles').reduce(
    (sum, name) => sum + (waiting?.[name] ?? 0),
    0,
  )

/** Whether the database stopped counting. */
export const isAtLeast = (count: number): boolean => count >= MOST

/** The sums of the second half of some days and of the first, and the change in percent; null where nothing was before. */
export function compareHalves(values: number[]): { present: number; before: number; percent: number | null } {
  const half = values.length / 2
  const sum = (some: number[]) => some.reduce((total, value) => total + value, 0)
  const [before, present] = [sum(values.slice(0, half)), sum(values.slice(half))]
  return { present, before, percent: before === 0 ? null : Math.round(((present - before) / before) * 100) }
}

/** A day after two has a backup of a nightly schedule gone missing, as `npm run doctor` says too. */
const BACKUP_DAYS = 2
const LEAST_FREE = 0.1

/** Whether a backup is too old, by the clock of the reader; one that is not there is. */
export const isBackupOld = (newestAt: string | null, now: number): boolean =>
  newestAt === null || now - Date.parse(newestAt) >= BACKUP_DAYS * 86_400_000

/** Whether a disk is nearly full. */
export const isDiskFull = ({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): boolean =>
  freeBytes < totalBytes * LEAST_FREE

/** The points of a line over a box, the newest value at its left end, as Hebrew reads. */
export function sparkPoints(values: number[], width: number, height: number): string {
  const highest = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  return values
    .map((value, index) => `${round(width - index * step)},${round(height - (value / highest) * height)}`)
    .join(' ')
}

const round = (value: number) => Math.round(value * 10) / 10
