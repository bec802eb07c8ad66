import { expect, it } from 'vitest'
import { editorText } from './editor.he'
import { matchingCommands, placeOfMenu, SLASH_COMMANDS, slashQuery } from './slash.rules'

it.each([
  ['/', ''],
  ['/כות', 'כות'],
  ['/ כות', undefined],
  ['א/כות', undefined],
  ['1/2', undefined],
  ['/news/a', undefined],
  ['', undefined],
])('%j asks for %j', (words, query) => {
  expect(slashQuery(words)).toBe(query)
})

it('finds commands by the beginning of their words', () => {
  const names = { ...editorText.tools, ...editorText.insert }
  expect(matchingCommands('', names)).toEqual(SLASH_COMMANDS)
  expect(matchingCommands('כות', names)).toEqual(['heading', 'subheading'])
  expect(matchingCommands('משנה', names)).toEqual(['subheading'])
  expect(matchingCommands('zzz', names)).toEqual([])
})

it.each([
  ['below the line', { top: 100, bottom: 120 }, 13, 844, 126],
  ['above it near the lower edge', { top: 700, bottom: 720 }, 13, 844, 406],
  ['below it again when only few are left', { top: 700, bottom: 720 }, 2, 844, 726],
  ['below it where neither has room', { top: 200, bottom: 220 }, 13, 400, 226],
])('the menu stands %s', (_, line, names, height, begins) => expect(placeOfMenu(line, names, height)).toBe(begins))
