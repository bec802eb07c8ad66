import { foldHebrew } from '~/shared/formats/hebrew-search'
import type { Bookmark } from './bookmarks.calls'

export const BOOKMARK_SORTS = ['newest', 'title', 'category'] as const
export type BookmarkSort = (typeof BOOKMARK_SORTS)[number]

const hebrew = new Intl.Collator('he')

const ORDERS: Record<BookmarkSort, (a: Bookmark, b: Bookmark) => number> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  title: (a, b) => hebrew.compare(a.titleHe, b.titleHe),
  category: (a, b) => hebrew.compare(a.categoryName ?? '', b.categoryName ?? '') || ORDERS.title(a, b),
}

/** The bookmarks whose title or category holds `query`, in the order that is wished. */
export function findBookmarks(bookmarks: readonly Bookmark[], query: string, sort: BookmarkSort): Bookmark[] {
  const wanted = foldHebrew(query)
  return bookmarks
    .filter(({ titleHe, categoryName }) => foldHebrew(`${titleHe} ${categoryName ?? ''}`).includes(wanted))
    .sort(ORDERS[sort])
}
