import { describe, expect, it } from 'vitest'
import {
  cleanNote,
  fileName,
  type LessonNote,
  notesFile,
  type PendingNote,
  shownNotes,
  withChange,
} from './notes.rules'

const note = (id: string, positionSeconds: number, body = 'לזכור'): LessonNote => ({
  id,
  lessonId: 'l1',
  courseId: 'c1',
  positionSeconds,
  body,
  updatedAt: '2026-11-20T10:00:00.000Z',
})
const pending = (changed: LessonNote, rest: Partial<PendingNote> = {}): PendingNote => ({
  ...changed,
  userId: 'dana',
  kind: 'put',
  ...rest,
})
const WORDS = { heading: 'ההערות שלי', course: 'קורס', lesson: 'שיעור', none: 'אין' }

describe('what is listed', () => {
  it('is ordered by second, the pending text over the saved one', () => {
    const shown = shownNotes(
      [note('b', 90), note('a', 12)],
      [pending(note('a', 12, 'מתוקן')), pending(note('c', 40))],
      'l1',
    )
    expect(shown.map(({ id, body, state }) => [id, body, state])).toEqual([
      ['a', 'מתוקן', 'waiting'],
      ['c', 'לזכור', 'waiting'],
      ['b', 'לזכור', 'saved'],
    ])
  })

  it('leaves out what is being deleted and what belongs to another lesson', () => {
    const elsewhere = { ...pending(note('z', 1)), lessonId: 'l2' }
    expect(shownNotes([note('a', 12)], [pending(note('a', 12), { kind: 'delete' }), elsewhere], 'l1')).toEqual([])
  })

  it('keeps a refused note with its reason', () => {
    expect(shownNotes([], [pending(note('a', 12), { refused: 'limit' })], 'l1')[0]?.state).toBe('limit')
  })
})

it('an acknowledged change becomes what is saved', () => {
  expect(withChange([note('b', 90)], pending(note('a', 12)))).toEqual([note('a', 12), note('b', 90)])
  expect(withChange([note('a', 12)], pending(note('a', 12, 'מתוקן')))).toEqual([note('a', 12, 'מתוקן')])
  expect(withChange([note('a', 12)], pending(note('a', 12), { kind: 'delete' }))).toEqual([])
})

describe('the file of notes', () => {
  it('is UTF-8 that every editor knows, with the lines of Windows, times read from left to right', () => {
    const text = notesFile(
      'ריבית',
      [{ title: 'מהי ריבית', notes: [note('b', 3671), note('a', 12, 'שורה\nועוד ₪5')] }],
      WORDS,
    )
    expect(text).toBe(
      [
        '\uFEFF\u200Fההערות שלי',
        '\u200Fקורס: ריבית',
        '',
        '',
        '\u200Fשיעור: מהי ריבית',
        '',
        '\u200F\u2066[0:12]\u2069 שורה',
        'ועוד ₪5',
        '',
        '\u200F\u2066[1:01:11]\u2069 לזכור',
        '',
      ].join('\r\n'),
    )
  })

  it('leaves out lessons without notes, and says when there are none at all', () => {
    const one = notesFile(
      'ק',
      [
        { title: 'א', notes: [] },
        { title: 'ב', notes: [note('a', 1)] },
      ],
      WORDS,
    )
    expect(one).not.toContain('שיעור: א')
    expect(notesFile('ק', [{ title: 'א', notes: [] }], WORDS)).toContain('אין')
  })
})

it.each([
  ['ריבית: מה זה?', 'ריבית מה זה'],
  ['a/b\\c\u202E..', 'a b c'],
  ['???', 'notes'],
])('the title %j names a file', (title, name) => expect(fileName(title)).toBe(name))

it('a note is trimmed and cut at the limit of the database, in whole letters', () => {
  expect(cleanNote('  לזכור\n')).toBe('לזכור')
  expect(Array.from(cleanNote('📈'.repeat(4001)))).toHaveLength(4000)
})
