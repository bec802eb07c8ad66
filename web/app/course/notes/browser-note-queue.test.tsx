import { expect, it, vi } from 'vitest'
import { setAccessTokenReader } from '~/shared/client/access-token'
import { browserNoteQueue } from './browser-note-queue'

const calls = vi.hoisted(() => ({ saveNote: vi.fn(), mergeAcknowledgedNote: vi.fn() }))
vi.mock('./notes.calls', () => calls)

const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`

it('notes of one person wait while nobody or another is signed in', async () => {
  calls.saveNote.mockResolvedValue('saved')
  const place = { id: 'n1', lessonId: 'l1', courseId: 'c1', positionSeconds: 12 }
  const queue = browserNoteQueue()
  await queue.add({ ...place, userId: 'dana', kind: 'put', body: 'לזכור', updatedAt: '2026-11-20T10:00:00.000Z' })
  for (const token of [null, tokenOf('noam')]) {
    setAccessTokenReader(async () => token)
    await queue.flush('dana')
  }
  expect(calls.saveNote).not.toHaveBeenCalled()
  expect(queue.getPending()).toHaveLength(1)
  setAccessTokenReader(async () => tokenOf('dana'))
  await queue.flush('dana')
  await expect.poll(() => queue.getPending()).toEqual([])
  queue.stop()
})
