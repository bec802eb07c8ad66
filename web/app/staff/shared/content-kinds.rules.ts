import type { KindOf } from '~/shared/config/kinds'
import { staffPaths } from '~/shared/config/staff-paths'

/** What staff write in drafts and publish. */
export type ContentKind = KindOf<'content_kinds.kind'>

const LISTS: Readonly<Record<Exclude<ContentKind, 'lesson'>, string>> = {
  category: staffPaths.categories,
  author: staffPaths.authors,
  course: staffPaths.courses,
  news: staffPaths.news,
  essay: staffPaths.essays,
  quiz: staffPaths.quizzes,
  fact: staffPaths.facts,
}

/** The page of the list of a kind; of lessons that of their course. */
export const contentListPath = (kind: ContentKind, parent = ''): string =>
  kind === 'lesson' ? staffPaths.lessons(parent) : LISTS[kind]

/** The page of a record. */
export const contentPath = (kind: ContentKind, id: string, parent = ''): string =>
  `${contentListPath(kind, parent)}/${encodeURIComponent(id)}`

/** The kind whose pages an address belongs to. */
export function contentKindAt(pathname: string): ContentKind {
  if (/^\/admin\/courses\/[^/]+\/lessons/.test(pathname)) return 'lesson'
  const kinds = Object.keys(LISTS) as (keyof typeof LISTS)[]
  return kinds.find((kind) => pathname.startsWith(LISTS[kind])) ?? 'category'
}
