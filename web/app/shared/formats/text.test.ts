import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARD_DESCRIPTION_LENGTH, MENU_DESCRIPTION_LENGTH } from '~/shared/config/constants'
import { cutText, initialsOf } from './text'

describe('cutting a description', () => {
  it('[9-28] cuts at 100 characters in the menu and 80 on the card', () => {
    expect(MENU_DESCRIPTION_LENGTH).toBe(100)
    expect(CARD_DESCRIPTION_LENGTH).toBe(80)
  })
  it('[2.2-21] leaves a text of exactly the length alone', () => {
    const text = 'א'.repeat(80)
    expect(cutText(text, 80)).toBe(text)
    expect(cutText(`${text}א`, 80)).toBe(`${'א'.repeat(79)}…`)
  })
  it.each([
    ['a word', 'ריבית דריבית, מהיסוד', 16, 'ריבית דריבית…'],
    ['the end of a word', 'ריבית דריבית מהיסוד', 13, 'ריבית דריבית…'],
    ['a sum of money', 'מפקידים ₪5,000 בשנה', 13, 'מפקידים…'],
    ['a percentage', 'תשואה של 7.25% בשנה', 13, 'תשואה של…'],
    ['a date behind its prefix', 'נכון ל־21.11.2026 ואילך', 12, 'נכון…'],
    ['the end of a sentence', 'זה הסוף. וזה לא', 9, 'זה הסוף…'],
    ['one long word', 'אנציקלופדיה', 5, 'אנצי…'],
    ['one long number', 'א123456', 5, 'א…'],
  ])('[9-28] never cuts through %s', (_, text, length, cut) => expect(cutText(text, length)).toBe(cut))
  it('[9-28] is never longer than the length and never tears a sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 120 }), (text, length) => {
        const cut = cutText(text, length)
        expect(Array.from(cut).length).toBeLessThanOrEqual(length)
        expect(cut).toBe(cut.toWellFormed())
      }),
    )
  })
})

describe('initials', () => {
  it.each([
    ['נועה ברק', 'נב'],
    ['מיכל דהן לוי', 'מד'],
    ['  סמיר ', 'ס'],
    ['', ''],
  ])('of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
})
