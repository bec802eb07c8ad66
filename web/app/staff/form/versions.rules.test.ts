import { describe, expect, it } from 'vitest'
import { changesOf, disputedFields, mergeEdits, withLaterTyping } from './versions.rules'

const base = { name: 'א', phone: '1', open: true }

describe('two who edit one record', () => {
  it('knows the fields that were changed', () => {
    expect(changesOf(base, { name: 'ב', phone: '1', open: false })).toEqual({ name: 'ב', open: false })
    expect(changesOf(base, base)).toEqual({})
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
