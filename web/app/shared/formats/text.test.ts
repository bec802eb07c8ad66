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
    expect(cutText(`${text}א`, 80)).toBe(`${text}…`)
  })
  it('[9-28] keeps exactly the first characters, without the space before the mark', () => {
    expect(cutText('ריבית דריבית, מהיסוד', 16)).toBe('ריבית דריבית, מה…')
    expect(cutText('ריבית דריבית, מהיסוד', 14)).toBe('ריבית דריבית,…')
  })
  it('[9-28] never keeps more than the length and never tears a sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 120 }), (text, length) => {
        const cut = cutText(text, length)
        expect(Array.from(cut.replace(/…$/, '')).length).toBeLessThanOrEqual(length)
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
