import { paths } from '~/shared/config/paths'
import type { FormValues } from '~/staff/form/versions.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'

/** As many letters as results of a search show on a wide screen, about. */
export const SEARCH_LENGTHS = { title: { least: 15, most: 60 }, description: { least: 70, most: 155 } } as const

/** How a text fits the room that it has. */
export type LengthVerdict = 'empty' | 'short' | 'fits' | 'long'

/** Whether a text has the length that a search shows. */
export function lengthVerdict(text: string, { least, most }: { least: number; most: number }): LengthVerdict {
  const length = [...text].length
  if (length === 0) return 'empty'
  if (length < least) return 'short'
  return length > most ? 'long' : 'fits'
}

/** A text as a search shows it: whole words, and dots where it was cut. */
export function shortened(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const cut = letters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** What the page of a record says to search engines; null for kinds whose pages they leave out. */
export function searchEntry(kind: ContentKind, id: string, values: FormValues) {
  const [title, slug] = [String(values.title_he ?? values.name_he ?? '').trim(), String(values.slug ?? '')]
  const description = String(values.excerpt_he ?? values.description_he ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (kind === 'news' || kind === 'essay') return { title, description, path: paths.article(slug) }
  if (kind === 'category') return { title, description, path: paths.category(slug) }
  return kind === 'course' ? { title, description, path: paths.course(id) } : null
}
