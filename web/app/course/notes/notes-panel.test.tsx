import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CourseOutline, Lesson } from '~/course/lesson/lesson.rules'
import { queryClient } from '~/shared/client/query-client'
import { serverClock } from '~/shared/client/server-clock'
import type { SendOutcome } from '~/shared/outbox/outbox.rules'
import { createMemoryStore } from '~/shared/storage/browser-store'
import { createNoteQueue, type NoteQueue } from './note-queue'
import { notesText as text } from './notes.he'
import type { LessonNote, PendingNote } from './notes.rules'
import { notesExportText } from './notes-export.he'
import { type NoteComposerHandle, NotesPanel } from './notes-panel'

const api = vi.hoisted(() => ({ useSavedNotes: vi.fn(), fetchCourseNotes: vi.fn() }))
vi.mock('./notes.calls', () => api)
const browser = vi.hoisted(() => ({ browserNoteQueue: vi.fn() }))
vi.mock('./browser-note-queue', () => browser)
const file = vi.hoisted(() => ({ downloadText: vi.fn() }))
vi.mock('./download-text', () => file)

const lesson: Lesson = { id: 'l1', courseId: 'c1', titleHe: 'מהי ריבית', descriptionHe: '', durationSeconds: 60 }
const outline: CourseOutline = { courseId: 'c1', titleHe: 'ריבית דריבית', lessons: [lesson] }
const note = (id: string, positionSeconds: number, body: string): LessonNote => ({
  id,
  lessonId: 'l1',
  courseId: 'c1',
  positionSeconds,
  body,
  updatedAt: '2026-11-20T10:00:00.000Z',
})
const player = { position: 25.7, seek: vi.fn(), on: () => () => undefined }
const save = vi.fn<(change: PendingNote) => Promise<SendOutcome>>()
let queue: NoteQueue

beforeEach(() => {
  save.mockReset().mockResolvedValue('later')
  queue = createNoteQueue({
    store: Promise.resolve(createMemoryStore()),
    save,
    isOnline: () => true,
    onSaved: () => {},
  })
  browser.browserNoteQueue.mockReturnValue(queue)
})
afterEach(() => {
  queue.stop()
  cleanup()
  localStorage.clear()
  vi.clearAllMocks()
})

function open(answer: Record<string, unknown> = { data: [] }) {
  api.useSavedNotes.mockReturnValue({ fetchStatus: 'idle', isError: false, refetch: vi.fn(), ...answer })
  const composer = createRef<NoteComposerHandle>()
  render(
    <QueryClientProvider client={queryClient()}>
      <NotesPanel userId="dana" outline={outline} lesson={lesson} player={player} composer={composer} />
    </QueryClientProvider>,
  )
  return composer
}
const field = () => screen.getByRole('textbox', { name: /הערה חדשה/ })
const bodies = () =>
  screen.queryAllByRole('listitem').map((line) => within(line).getByText(/./, { selector: 'p[dir]' }).textContent)

describe('writing a note', () => {
  it('belongs to the second at which it was begun, until it is moved', async () => {
    open()
    await userEvent.type(field(), 'לזכור')
    player.position = 40
    expect(field().getAttribute('aria-label')).toBe('הערה חדשה בשנייה 0:25')
    await userEvent.type(field(), '!')
    await userEvent.click(screen.getByRole('button', { name: text.toNow('0:40') }))
    await userEvent.click(screen.getByRole('button', { name: text.add }))
    expect(save).toHaveBeenCalledWith(
      expect.objectContaining({ positionSeconds: 40, body: 'לזכור!', kind: 'put', courseId: 'c1' }),
      expect.anything(),
    )
    expect(field()).toHaveProperty('value', '')
    player.position = 25.7
  })

  it('nothing is written of an empty note, and too long a one says by how much', async () => {
    open()
    expect(screen.getByRole('button', { name: text.add })).toHaveProperty('disabled', true)
    await userEvent.click(field())
    await userEvent.paste('א'.repeat(4003))
    expect(screen.getByText(text.tooLong(3))).toBeTruthy()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(save).not.toHaveBeenCalled()
  })

  it('begins from outside at the present second, and goes on with what is being written', async () => {
    const composer = open()
    act(() => composer.current?.begin())
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard('כך')
    player.position = 50
    act(() => composer.current?.begin())
    expect(field().getAttribute('aria-label')).toBe('הערה חדשה בשנייה 0:25')
    player.position = 25.7
  })
})

describe('until the browser has it', () => {
  /** A queue that keeps nothing before it is told to. */
  const slowStore = () => {
    let stored: () => void = () => {}
    const kept = new Promise<void>((resolve) => {
      stored = resolve
    })
    return { add: vi.spyOn(queue, 'add').mockReturnValue(kept), stored: () => stored() }
  }
  const drafts = () => JSON.stringify(localStorage)

  it('a note stays a draft, which a reload finds again', async () => {
    const { add, stored } = slowStore()
    open()
    await userEvent.type(field(), 'לזכור')
    await userEvent.click(screen.getByRole('button', { name: text.add }))
    expect(add).toHaveBeenCalled()
    expect(field()).toHaveProperty('value', '')
    expect(drafts()).toContain('לזכור')
    await act(async () => stored())
    expect(drafts()).not.toContain('לזכור')
  })

  it('what is begun meanwhile stays when the first is kept', async () => {
    const { stored } = slowStore()
    open()
    await userEvent.type(field(), 'ראשונה')
    await userEvent.click(screen.getByRole('button', { name: text.add }))
    await userEvent.type(field(), 'שנייה')
    await act(async () => stored())
    expect(drafts()).toContain('שנייה')
  })

  it('a changed note stays a draft as well', async () => {
    const { stored } = slowStore()
    open({ data: [note('a', 5, 'ראשונה')] })
    await userEvent.click(screen.getByRole('button', { name: text.editOf('0:05') }))
    await userEvent.type(screen.getByRole('textbox', { name: text.editOf('0:05') }), ' ועוד{Control>}{Enter}{/Control}')
    expect(drafts()).toContain('ראשונה ועוד')
    await act(async () => stored())
    expect(drafts()).not.toContain('ראשונה ועוד')
  })
})

describe('the list of notes', () => {
  it('is ordered by second; a press on the time leads there', async () => {
    open({ data: [note('b', 30, 'שנייה'), note('a', 5, 'ראשונה')] })
    expect(bodies()).toEqual(['ראשונה', 'שנייה'])
    await userEvent.click(screen.getByRole('button', { name: text.goTo('0:30') }))
    expect(player.seek).toHaveBeenCalledWith(30)
  })

  it('a note is changed in its place; Escape leaves it as it was', async () => {
    open({ data: [note('a', 5, 'ראשונה')] })
    const edit = () => userEvent.click(screen.getByRole('button', { name: text.editOf('0:05') }))
    await edit()
    await userEvent.type(screen.getByRole('textbox', { name: text.editOf('0:05') }), ' ועוד{Escape}')
    expect(bodies()).toEqual(['ראשונה'])
    expect(save).not.toHaveBeenCalled()
    await edit()
    await userEvent.type(screen.getByRole('textbox', { name: text.editOf('0:05') }), ' ועוד{Control>}{Enter}{/Control}')
    expect(bodies()).toEqual(['ראשונה ועוד'])
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ id: 'a', body: 'ראשונה ועוד' }), expect.anything())
  })

  it('a change is later than every version that is known, whatever the clock of the device shows', async () => {
    const seen = { ...note('a', 5, 'ראשונה'), updatedAt: '2126-11-20T10:00:00.123456+00:00' }
    const atServer = vi.spyOn(serverClock, 'now').mockReturnValue(null)
    open({ data: [seen] })
    const add = async (words: string) => {
      await userEvent.click(screen.getByRole('button', { name: text.editOf('0:05') }))
      await userEvent.type(
        screen.getByRole('textbox', { name: text.editOf('0:05') }),
        `${words}{Control>}{Enter}{/Control}`,
      )
      return queue.getPending()[0]?.updatedAt
    }
    expect(await add(' ועוד')).toBe('2126-11-20T10:00:00.124Z')
    expect(await add(' ושוב')).toBe('2126-11-20T10:00:00.125Z')
    atServer.mockReturnValue(Date.parse('2126-11-21T08:00:00.000Z'))
    expect(await add(' ודי')).toBe('2126-11-21T08:00:00.000Z')
    atServer.mockRestore()
  })

  it('what is deleted is brought back by its undo, with the same id', async () => {
    open({ data: [note('a', 5, 'ראשונה')] })
    await userEvent.click(screen.getByRole('button', { name: text.removeOf('0:05') }))
    expect(bodies()).toEqual([])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: text.undo }))
    await userEvent.keyboard('{Enter}')
    expect(bodies()).toEqual(['ראשונה'])
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ id: 'a', kind: 'delete' }), expect.anything())
  })

  it('a note that waits says so, a refused one says why and can be sent again', async () => {
    save.mockResolvedValueOnce({ refused: 'NOTE_LIMIT_REACHED' })
    open()
    await userEvent.type(field(), 'לזכור')
    await userEvent.click(screen.getByRole('button', { name: text.add }))
    expect(await screen.findByText(text.refused.limit)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: text.retry }))
    expect(await screen.findByText(text.notYet)).toBeTruthy()
    expect(save).toHaveBeenCalledTimes(2)
  })
})

describe('on the way', () => {
  it.each([
    ['failed', { isError: true }, text.failed],
    ['offline', { fetchStatus: 'paused' }, text.offline],
    ['empty', { data: [] }, text.empty],
  ])('%s says what can be done', (_, answer, words) => {
    open(answer)
    expect(screen.getByText(words)).toBeTruthy()
    expect(field()).toBeTruthy()
  })

  it('a failed list is asked for again', async () => {
    const refetch = vi.fn()
    open({ isError: true, refetch })
    await userEvent.click(screen.getByRole('button', { name: text.retry }))
    expect(refetch).toHaveBeenCalled()
  })
})

describe('taking the notes along', () => {
  it('those of the lesson need no server', async () => {
    open({ data: [note('a', 5, 'ראשונה')] })
    await userEvent.click(screen.getByRole('button', { name: notesExportText.exportLesson }))
    expect(file.downloadText).toHaveBeenCalledWith(
      'הערות מהי ריבית.txt',
      expect.stringContaining('[0:05]\u2069 ראשונה'),
    )
  })

  it('those of the course say when they cannot be had', async () => {
    api.fetchCourseNotes.mockRejectedValueOnce(new Error('offline'))
    open()
    await userEvent.click(screen.getByRole('button', { name: notesExportText.exportCourse }))
    expect(await screen.findByText(notesExportText.exportFailed)).toBeTruthy()
    expect(file.downloadText).not.toHaveBeenCalled()
  })
})
