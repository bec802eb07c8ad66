import { expect, it } from 'vitest'
import type { ListPlace } from '~/staff/shared/list-address.rules'
import { type ListedRow, type ListPage, listPage } from './list-page.rules'

const ALL = Array.from({ length: 23 }, (_, i) => ({ id: String(i).padStart(2, '0'), sortValue: String(i % 4) }))
const rank = ({ sortValue, id }: { sortValue: string; id: string }) => `${sortValue} ${id}`
const SORTED = [...ALL].sort((a, b) => rank(a).localeCompare(rank(b)))
const SIZE = 5

/** One more row than fits, as the database gives them. */
function ask(place: ListPlace | null) {
  if (!place) return SORTED.slice(0, SIZE + 1)
  const from = rank({ sortValue: place.value, id: place.id })
  const rows =
    place.way === 'after'
      ? SORTED.filter((row) => rank(row) > from)
      : SORTED.filter((row) => rank(row) < from).reverse()
  return rows.slice(0, SIZE + 1)
}

it('leads through every row once and back the same way', () => {
  const pages: string[][] = []
  let place: ListPlace | null = null
  for (;;) {
    const page: ListPage<ListedRow> = listPage(ask(place), SIZE, place)
    pages.push(page.rows.map(({ id }) => id))
    if (!page.next) break
    place = page.next
  }
  expect(pages.flat()).toEqual(SORTED.map(({ id }) => id))
  const back: string[][] = []
  for (;;) {
    const page: ListPage<ListedRow> = listPage(ask(place), SIZE, place)
    back.unshift(page.rows.map(({ id }) => id))
    if (!page.previous) break
    place = page.previous
  }
  expect(back.flat()).toEqual(SORTED.map(({ id }) => id))
})

it('has no page beside an empty one', () => {
  expect(listPage([], SIZE, null)).toEqual({ rows: [], previous: null, next: null })
})
