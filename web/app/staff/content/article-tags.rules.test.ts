import { describe, expect, it } from 'vitest'
import { isTagList, tagsLike, withTag } from './article-tags.rules'

describe('tags of an article', () => {
  it.each([
    [[], true],
    [['מס', 'פנסיה וחיסכון'], true],
    [['IRA', 'ira'], false],
    [['א,ב'], false],
    [[' א'], false],
    [[''], false],
    [['א'.repeat(30)], true],
    [['א'.repeat(31)], false],
    [Array.from({ length: 11 }, (_, i) => `${i}`), false],
  ])('%j fit: %s', (tags, fits) => expect(isTagList(tags)).toBe(fits))

  it('grow by what is typed, spelled as it is already in use, and never twice', () => {
    expect(withTag(['מס'], '  שוק   ההון ', [])).toEqual(['מס', 'שוק ההון'])
    expect(withTag([], 'etf', ['ETF'])).toEqual(['ETF'])
    expect(withTag(['ETF'], 'etf', [])).toEqual(['ETF'])
    expect(withTag(['מס'], ' ', [])).toEqual(['מס'])
    expect(withTag(['מס'], 'א,ב', [])).toEqual(['מס'])
  })

  it('are completed by those in use, the ones that begin so first, without those that are there', () => {
    const known = ['אשראי', 'החזר', 'ריבית', 'תיק השקעות', 'השקעות']
    expect(tagsLike('השק', known, [])).toEqual(['השקעות', 'תיק השקעות'])
    expect(tagsLike('השק', known, ['השקעות'])).toEqual(['תיק השקעות'])
    expect(tagsLike('', known, [], 2)).toEqual(['אשראי', 'החזר'])
  })
})
