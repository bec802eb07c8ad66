import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { BookmarkToggle } from './bookmark-toggle'

const mocks = vi.hoisted(() => ({
  fetchBookmarks: vi.fn(),
  addBookmark: vi.fn(),
  removeBookmark: vi.fn(),
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}))
vi.mock('./bookmarks.calls', async (original) => ({ ...(await original<object>()), ...mocks }))
vi.mock('~/shared/ui/toast', () => ({ toast: mocks.toast }))

const { AlreadyBookmarkedError } = await import('./bookmarks.calls')

const saved = { id: 'b', courseId: 'c1', createdAt: '', titleHe: 'ריבית', categoryName: null, thumbnailUrl: null }
const open = () => screenAt('/', <BookmarkToggle courseId="c1" title="ריבית" />)
const press = async () => userEvent.click(screen.getByRole('button'))
const isSaved = () => screen.getByRole('button').querySelector('svg')?.getAttribute('fill') === 'currentColor'

beforeEach(() => {
  setSession(danaSession())
  for (const mock of [mocks.fetchBookmarks, mocks.addBookmark, mocks.removeBookmark, ...Object.values(mocks.toast)])
    mock.mockReset()
  mocks.fetchBookmarks.mockResolvedValue([])
  mocks.addBookmark.mockResolvedValue(saved)
  mocks.removeBookmark.mockResolvedValue(undefined)
})

describe('the bookmark of a course', () => {
  it('[5-19] [8-32] [6-04] asks visitors to log in', async () => {
    setSession({ status: 'anonymous' })
    const { router } = open()
    await press()
    const way = { label: 'לכניסה', onClick: expect.any(Function) }
    expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('יש להתחבר כדי לשמור קורסים', way)
    act(() => mocks.toast.error.mock.calls[0]?.[1].onClick())
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/' } }))
    expect(mocks.fetchBookmarks).not.toHaveBeenCalled()
  })

  it('[4-52] [8-34] [2.2-19] is added when absent', async () => {
    open()
    await waitFor(() => expect(mocks.fetchBookmarks).toHaveBeenCalled())
    mocks.fetchBookmarks.mockResolvedValue([saved])
    await press()
    expect(mocks.addBookmark).toHaveBeenCalledExactlyOnceWith(dana.id, 'c1')
    await waitFor(() => expect(isSaved()).toBe(true))
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('הקורס נשמר בהצלחה ברשימת המועדפים')
  })

  it('[4-52] [8-35] is removed when present', async () => {
    mocks.fetchBookmarks.mockResolvedValueOnce([saved])
    open()
    await waitFor(() => expect(isSaved()).toBe(true))
    await press()
    expect(mocks.removeBookmark).toHaveBeenCalledExactlyOnceWith(dana.id, 'c1')
    await waitFor(() => expect(isSaved()).toBe(false))
    expect(mocks.toast.success).toHaveBeenCalledExactlyOnceWith('הקורס הוסר מרשימת המועדפים')
  })

  it('[5-20] [8-33] a duplicate only says so', async () => {
    mocks.addBookmark.mockRejectedValue(new AlreadyBookmarkedError())
    open()
    await press()
    await waitFor(() => expect(mocks.toast.info).toHaveBeenCalledExactlyOnceWith('הקורס כבר שמור במועדפים'))
    expect(mocks.toast.error).not.toHaveBeenCalled()
  })

  it.each([
    ['[8-34]', [], 'שגיאה בשמירת הקורס', false],
    ['[8-35]', [saved], 'שגיאה בהסרת הקורס מהמועדפים', true],
  ])('%s a failure is said and taken back', async (_, before, text, kept) => {
    mocks.fetchBookmarks.mockResolvedValue(before)
    mocks.addBookmark.mockRejectedValue(new AppError('SERVER_ERROR'))
    mocks.removeBookmark.mockRejectedValue(new AppError('SERVER_ERROR'))
    open()
    await waitFor(() => expect(isSaved()).toBe(kept))
    await press()
    await waitFor(() => expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith(text))
    await waitFor(() => expect(isSaved()).toBe(kept))
  })

  it('[8-34] a failure is taken back also where it is not known what was saved before', async () => {
    mocks.fetchBookmarks.mockRejectedValue(new AppError('SERVER_ERROR'))
    mocks.addBookmark.mockRejectedValue(new AppError('SERVER_ERROR'))
    open()
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).not.toBe('true'))
    await press()
    await waitFor(() => expect(mocks.toast.error).toHaveBeenCalledExactlyOnceWith('שגיאה בשמירת הקורס'))
    await waitFor(() => expect(isSaved()).toBe(false))
  })
})
