import { afterEach, expect, it, vi } from 'vitest'
import { readDraft, saveDraft } from './drafts'

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

it('what is being written is kept for its person, lesson and kind, until it is sent', () => {
  saveDraft('dana', 'l1', 'note', { text: 'לזכור', seconds: 12 })
  expect(readDraft('dana', 'l1', 'note')).toEqual({ text: 'לזכור', seconds: 12 })
  expect(readDraft('noam', 'l1', 'note')).toBeNull()
  expect(readDraft('dana', 'l1', 'question')).toBeNull()
  saveDraft('dana', 'l1', 'note', { text: ' ', seconds: 12 })
  expect(readDraft('dana', 'l1', 'note')).toBeNull()
})

it('drafts go after a month, and the oldest make room', () => {
  vi.useFakeTimers()
  for (let i = 0; i < 45; i++) {
    vi.setSystemTime(i)
    saveDraft('dana', `l${i}`, 'note', { text: 'לזכור', seconds: null })
  }
  expect(readDraft('dana', 'l4', 'note')).toBeNull()
  expect(readDraft('dana', 'l5', 'note')).not.toBeNull()
  vi.setSystemTime(31 * 24 * 60 * 60 * 1000)
  expect(readDraft('dana', 'l44', 'note')).toBeNull()
})
