import { expect, it } from 'vitest'
import { editorText } from './editor.he'
import { matchingCommands, SLASH_COMMANDS, slashQuery } from './slash.rules'

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
