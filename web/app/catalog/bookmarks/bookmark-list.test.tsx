import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { screenAt } from '~/shared/testing/screen-at'
import { BookmarkList } from './bookmark-list'
import { bookmarkText as text } from './bookmarks.he'

const mocks = vi.hoisted(() => ({ fetchBookmarks: vi.fn() }))
vi.mock('./bookmarks.calls', async (original) => ({ ...(await original<object>()), ...mocks }))

const COURSES = ['משכנתה', 'תקציב', 'ריבית', 'אינפלציה', 'פנסיה', 'חוב', 'אג״ח']

/** So many saved courses, the first one saved last. */
const saved = (count: number) =>
  COURSES.slice(0, count).map((titleHe, index) => ({
    id: titleHe,
    courseId: titleHe,
    titleHe,
    categoryName: 'יסודות',
    thumbnailUrl: null,
    createdAt: `2026-11-0${9 - index}`,
  }))

beforeEach(() => {
  setSession(danaSession())
  mocks.fetchBookmarks.mockReset()
})

async function open(count: number) {
  mocks.fetchBookmarks.mockResolvedValue(saved(count))
  screenAt('/', <BookmarkList />)
  await screen.findByRole('link', { name: COURSES[0] as string })
  return within(screen.getByRole('region', { name: text.title }))
}
const titles = () => screen.getAllByRole('listitem').map((line) => within(line).getByRole('link').textContent)

it('[7-18] five saved courses fit and need no tools', async () => {
  const list = await open(5)
  expect(titles()).toEqual(COURSES.slice(0, 5))
  expect(list.queryByRole('searchbox')).toBeNull()
  expect(list.queryByRole('combobox')).toBeNull()
})

it('[7-18] of more only the newest five are seen, until all are asked for and put away again', async () => {
  const list = await open(7)
  expect(titles()).toEqual(COURSES.slice(0, 5))
  const more = list.getByRole('button', { name: text.more(7) })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(more)
  expect(titles()).toEqual(COURSES)
  await userEvent.click(list.getByRole('button', { name: text.fewer }))
  expect(titles()).toHaveLength(5)
})

it('[7-18] a long list is searched whole and sorted', async () => {
  const list = await open(7)
  await userEvent.type(list.getByRole('searchbox', { name: text.search }), 'אג"ח')
  expect(titles()).toEqual(['אג״ח'])
  await userEvent.type(list.getByRole('searchbox'), 'ים')
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(list.getByRole('status').textContent).toBe(text.none('אג"חים'))
  await userEvent.clear(list.getByRole('searchbox'))
  await userEvent.selectOptions(list.getByRole('combobox', { name: text.sort }), 'title')
  expect(titles()).toEqual(COURSES.toSorted((a, b) => a.localeCompare(b, 'he')).slice(0, 5))
})
