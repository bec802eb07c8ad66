/** How much more or less than before, in percent; null where nothing was before. */
export const percentChange = (present: number, before: number): number | null =>
  before === 0 ? null : Math.round(((present - before) / before) * 100)

/** A part of a whole in percent; null where either is not told. */
export const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : Math.round((part / whole) * 100)

export type PageKind = 'home' | 'catalog' | 'learning' | 'reading' | 'entrance' | 'account' | 'other'

const KINDS: [PageKind, RegExp][] = [
  ['home', /^\/$/],
  ['learning', /\/lessons\/|\/start$|\/quizzes\/|^\/certificates/],
  ['catalog', /^\/(courses|categories)/],
  ['reading', /^\/(news|essays|about-us)/],
  ['entrance', /^\/(login|register|auth|email-verification)/],
  ['account', /^\/(dashboard|profile)/],
]

/** What kind of page a pattern of a route is. */
export const kindOfPage = (pattern: string): PageKind => KINDS.find(([, form]) => form.test(pattern))?.[0] ?? 'other'

type VisitedPage = { pattern: string; views: number; before: number }

/** Visits by kind of page, the most visited first. */
export function visitsByKind(pages: readonly VisitedPage[]): { kind: PageKind; views: number; before: number }[] {
  const sums = new Map<PageKind, { kind: PageKind; views: number; before: number }>()
  for (const { pattern, views, before } of pages) {
    const kind = kindOfPage(pattern)
    const sum = sums.get(kind) ?? { kind, views: 0, before: 0 }
    sums.set(kind, { kind, views: sum.views + views, before: sum.before + before })
  }
  return [...sums.values()].sort((a, b) => b.views - a.views)
}

/** A round number at or above the highest value, for the top of a chart. */
export function topOf(values: readonly number[]): number {
  const highest = Math.max(1, ...values)
  const step = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 5, 10].map((times) => times * step).find((top) => top >= highest) ?? highest
}
