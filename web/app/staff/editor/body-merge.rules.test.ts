import { describe, expect, it } from 'vitest'
import { mergeBodies } from './body-merge.rules'

const block = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const body = (...texts: string[]) => JSON.stringify({ type: 'doc', content: texts.map(block) })
const textsOf = (json: string | null) =>
  json === null
    ? null
    : (JSON.parse(json) as { content: ReturnType<typeof block>[] }).content.map(({ content }) => content[0]?.text)

describe('two texts that were made of one', () => {
  it.each([
    ['another paragraph each', ['א', 'ב', 'ג'], ['א1', 'ב', 'ג'], ['א', 'ב', 'ג2'], ['א1', 'ב', 'ג2']],
    ['paragraphs beside each other', ['א', 'ב'], ['א1', 'ב'], ['א', 'ב2'], ['א1', 'ב2']],
    ['one adds, one takes away', ['א', 'ב', 'ג'], ['ה', 'א', 'ב', 'ג'], ['א', 'ב'], ['ה', 'א', 'ב']],
    ['both the same', ['א', 'ב'], ['א1', 'ב'], ['א1', 'ב'], ['א1', 'ב']],
    ['only one', ['א'], ['א'], ['ב', 'ג'], ['ב', 'ג']],
    ['nothing was there, one writes', [], ['א'], [], ['א']],
  ])('are joined: %s', (_, base, mine, theirs, merged) => {
    expect(textsOf(mergeBodies(body(...base), body(...mine), body(...theirs)))).toEqual(merged)
  })

  it.each([
    ['one paragraph', ['א', 'ב'], ['א1', 'ב'], ['א2', 'ב']],
    ['one that the other takes away', ['א', 'ב'], ['א1', 'ב'], ['ב']],
    ['the same place with something new', ['א', 'ב'], ['א', 'ג', 'ב'], ['א', 'ד', 'ב']],
    ['nothing was there, both write', [], ['א'], ['ב']],
  ])('are not where both touch %s', (_, base, mine, theirs) => {
    expect(mergeBodies(body(...base), body(...mine), body(...theirs))).toBeNull()
  })

  it('counts a block as untouched whatever order its keys have, and with an attribute that is nothing', () => {
    const stored = '{"type":"doc","content":[{"attrs":{"level":2},"type":"heading"},{"type":"paragraph"}]}'
    const read = '{"content":[{"type":"heading","attrs":{"level":2,"id":null}},{"type":"paragraph"}],"type":"doc"}'
    const theirs = '{"type":"doc","content":[{"attrs":{"level":2},"type":"heading"},{"type":"horizontalRule"}]}'
    const merged = JSON.parse(mergeBodies(stored, read, theirs) ?? '') as { content: { type: string }[] }
    expect(merged.content.map(({ type }) => type)).toEqual(['heading', 'horizontalRule'])
  })
})

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function draws(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A text that somebody made of another, and the blocks of it that they rewrote, took away, or wrote behind. */
function edited(base: readonly string[], who: string, draw: () => number) {
  const touched = new Set<number>()
  const texts = base.flatMap((text, place) => {
    const drawn = draw()
    if (drawn >= 0.3) return [text]
    touched.add(place)
    if (drawn < 0.1) return []
    return drawn < 0.2 ? [`${text} ${who}`] : [text, `${who} ${place}`]
  })
  return { texts, touched }
}

it('joins 300 histories: what each did stands there, what nobody touched stands once, and it matters not who was first', () => {
  let [joined, disputed] = [0, 0]
  for (let seed = 1; seed <= 300; seed++) {
    const draw = draws(seed)
    const base = Array.from({ length: 2 + Math.floor(draw() * 14) }, (_, place) => `קטע ${place}`)
    const [mine, theirs] = [edited(base, 'שלי', draw), edited(base, 'שלהם', draw)]
    const [one, other] = [body(...mine.texts), body(...theirs.texts)]
    const merged = mergeBodies(body(...base), one, other)
    expect(mergeBodies(body(...base), other, one), `seed ${seed}`).toBe(merged)
    if (merged === null) {
      disputed++
      // Never without a reason: both touched the same block, or blocks beside each other of which one was taken or added.
      const near = [...mine.touched].some((place) => [-1, 0, 1].some((step) => theirs.touched.has(place + step)))
      expect(near, `seed ${seed}`).toBe(true)
      continue
    }
    joined++
    const texts = textsOf(merged) ?? []
    for (const { texts: own } of [mine, theirs])
      for (const text of own) if (!base.includes(text)) expect(texts, `seed ${seed}`).toContain(text)
    for (const [place, text] of base.entries()) {
      const kept = mine.texts.includes(text) && theirs.texts.includes(text)
      expect(texts.filter((one) => one === text).length, `seed ${seed}, block ${place}`).toBe(kept ? 1 : 0)
    }
  }
  expect([joined > 30, disputed > 30]).toEqual([true, true])
})

it('keeps a formula that one changed beside a paragraph that the other changed', () => {
  const formula = (text: string) => ({ type: 'paragraph', content: [{ type: 'formula', attrs: { text } }] })
  const text = (...content: object[]) => JSON.stringify({ type: 'doc', content })
  const [base, mine, theirs] = [
    text(formula('a'), block('א')),
    text(formula('a + 1'), block('א')),
    text(formula('a'), block('ב')),
  ]
  expect(mergeBodies(base, mine, theirs)).toBe(text(formula('a + 1'), block('ב')))
  expect(mergeBodies(base, mine, text(formula('b'), block('א')))).toBeNull()
})
