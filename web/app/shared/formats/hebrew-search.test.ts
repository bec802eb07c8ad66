import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findInHebrew, foldHebrew, markedPieces } from './hebrew-search'

const marked = (text: string, query: string) =>
  findInHebrew(text, query).map(({ start, end }) => text.slice(start, end))

describe('search in Hebrew', () => {
  it.each([
    ['niqqud in the text', 'הַכֶּסֶף גדל', 'הכסף', ['הַכֶּסֶף']],
    ['niqqud in the query', 'הכסף גדל', 'כֶּסֶף', ['כסף']],
    ['a pointed letter in one sign', 'שׁלום', 'שלום', ['שׁלום']],
    ['gershayim and quotes', 'דו״ח שנתי', 'דו"ח', ['דו״ח']],
    ['curly quotes', 'דו”ח', 'דו״ח', ['דו”ח']],
    ['geresh and apostrophe', 'ג׳ירף', "ג'ירף", ['ג׳ירף']],
    ['maqaf and hyphen', 'אי־פעם', 'אי-פעם', ['אי־פעם']],
    ['minus signs', '\u2066−5% ÷ 2\u2069', '-5%', ['−5%']],
    ['invisible letters of every kind', 'מדד\u061c ת\u2060א', '\ufeffמדד ת\u00adא', ['מדד\u061c ת\u2060א']],
    ['capital letters', 'מדד S&P 500', 's&p', ['S&P']],
    ['several spaces', 'ריבית  \n דריבית', 'ריבית דריבית', ['ריבית  \n דריבית']],
    ['several matches', 'ריבית על ריבית', 'ריבית', ['ריבית', 'ריבית']],
    ['overlapping matches', 'אאאא', 'אא', ['אא', 'אא']],
    ['a final letter is a letter of its own', 'כסף כספים', 'כספ', ['כספ']],
    ['nothing', 'ריבית', 'קרן', []],
    ['an empty query', 'ריבית', ' \u05B0 ', []],
    ['signs of regular expressions', '(1 + 5%)', '(1 + 5', ['(1 + 5']],
  ])('finds over %s', (_, text, query, found) => expect(marked(text, query)).toEqual(found))

  it('leaves final letters as they are', () => expect(foldHebrew('םןץףך')).toBe('םןץףך'))

  it('whatever is found is the query to the eye, and the pieces are the text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'אבת\u05B0\u05C1״"׳\' −-aA\u2066') })
    fc.assert(
      fc.property(text, text, (written, query) => {
        const matches = findInHebrew(written, query)
        for (const { start, end } of matches) expect(foldHebrew(written.slice(start, end))).toBe(foldHebrew(query))
        expect(
          markedPieces(written, matches)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(written)
        expect(markedPieces(written, matches).filter(({ match }) => match !== null)).toHaveLength(matches.length)
      }),
    )
  })
})
