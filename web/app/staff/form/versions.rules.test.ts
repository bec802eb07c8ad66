import { describe, expect, it } from 'vitest'
import { changesOf, disputedFields, mergeEdits, withLaterTyping } from './versions.rules'

const base = { name: 'א', phone: '1', open: true }

describe('two who edit one record', () => {
  it('knows the fields that were changed', () => {
    expect(changesOf(base, { name: 'ב', phone: '1', open: false })).toEqual({ name: 'ב', open: false })
    expect(changesOf(base, base)).toEqual({})
  })

  it('takes JSON that comes back with its keys in another order for the same, and other texts as they are', () => {
    const written = '{"type":"doc","content":[{"type":"text","text":"א"}]}'
    const stored = '{"type":"doc","content":[{"text":"א","type":"text"}]}'
    const other = '{"type":"doc","content":[{"text":"ב","type":"text"}]}'
    expect(changesOf({ body: stored }, { body: written })).toEqual({})
    expect(changesOf({ body: stored }, { body: other })).toEqual({ body: other })
    expect(disputedFields({ body: '[]' }, { body: written }, { body: stored })).toEqual([])
    expect(disputedFields({ body: '[]' }, { body: written }, { body: other })).toEqual(['body'])
    expect(disputedFields({ body: stored }, { body: other }, { body: written })).toEqual([])
    for (const [from, to] of [
      ['[1,2]', '[2,1]'],
      ['[1, 2]', '[1 ,2]'],
      ['{אחד}', '{שני}'],
      ['[0]', '[א'],
    ] as const)
      expect(changesOf({ name: from }, { name: to })).toEqual({ name: to })
  })

  it.each([
    ['only I', { name: 'ב' }, {}, []],
    ['only the other', {}, { name: 'ב' }, []],
    ['each another field', { name: 'ב' }, { phone: '2' }, []],
    ['both the same text', { name: 'ב' }, { name: 'ב' }, []],
    ['both one field', { name: 'ב', phone: '2' }, { name: 'ג' }, ['name']],
    ['both a box', { open: false }, { open: false }, []],
  ])('%s changed: asks about %j, %j', (_, mine, theirs, disputed) => {
    expect(disputedFields(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual(disputed)
  })

  it('keeps what both wrote, and of a disputed field what was chosen', () => {
    const mine = { name: 'ב', phone: '2', open: true }
    const theirs = { name: 'ג', phone: '1', open: false }
    expect(mergeEdits(base, mine, theirs, { name: 'theirs' })).toEqual({ name: 'ג', phone: '2', open: false })
    expect(mergeEdits(base, mine, theirs, { name: 'mine' })).toEqual({ name: 'ב', phone: '2', open: false })
  })

  it('keeps what was typed while a save ran', () => {
    const sent = { ...base, name: 'ב' }
    expect(withLaterTyping(sent, { ...sent, phone: '3' }, { ...sent, open: false })).toEqual({
      name: 'ב',
      phone: '3',
      open: false,
    })
  })
})
