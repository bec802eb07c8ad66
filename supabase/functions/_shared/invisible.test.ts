import { describe, expect, it } from 'vitest'
import { foldDigits, stripInvisible } from './invisible.ts'

describe('letters that nobody sees', () => {
  it.each([
    ['an address copied out of a Hebrew sentence', 'dana@example.com\u200f', 'dana@example.com'],
    ['an address in an isolate, as chats wrap it', '\u2066dana@example.com\u2069', 'dana@example.com'],
    ['a phone copied from the contacts of a phone', '\u202a+44 20 7946 0958\u202c', '+44 20 7946 0958'],
    ['a phone written with blanks that do not break', '050\u00a0123\u202f4567', '050 123 4567'],
    ['an Arabic letter mark', '\u061c123456', '123456'],
    ['a line of a file with a byte order mark', '\ufeffA-12', 'A-12'],
    ['a word with soft hyphens and zero-width blanks', 'ab\u00adcd\u200bef\u200c\u200d\u2060', 'abcdef'],
    ['thousands parted by a thin blank', '1\u2009234', '1 234'],
  ])('of %s are gone', (_who, typed, plain) => expect(stripInvisible(typed)).toBe(plain))

  it.each(['שלום לכם', 'a-b_c@d.co.il', 'בע״מ', '−50', 'שָׁלוֹם', 'a  b\n'])('leave %j as it is', (text) =>
    expect(stripInvisible(text)).toBe(text),
  )
})

it('digits of other keyboards are those of ours, and nothing else changes', () => {
  expect(foldDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ０１２３４５６７８９')).toBe('0123456789 0123456789 0123456789')
  expect(foldDigits('12½ ²٫ א')).toBe('12½ ²٫ א')
})
