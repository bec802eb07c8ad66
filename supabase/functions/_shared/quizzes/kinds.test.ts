import { describe, expect, it } from 'vitest'
import { explainAnswer, presentQuestion, scoreAnswer, validateQuestion } from './registry.ts'
import type { Calculated, Definition, FillIn, Matching, MultipleChoice, Ordering } from './types.ts'

const options = 'abcd'.split('').map((id) => ({ id, text: `אפשרות ${id}`, why: `הסיבה של ${id}` }))
const multiple: MultipleChoice = {
  kind: 'multiple-choice',
  topic: 'נושא',
  text: 'מה נכון?',
  options,
  right: ['a', 'b'],
}
const shownId = (question: Definition, text: string): string => {
  const found = JSON.stringify(presentQuestion(question, 's')).match(new RegExp(`"id":"(\\w+)","text":"${text}"`))
  return found?.[1] ?? ''
}
const codes = (definition: unknown) => validateQuestion(definition).map(({ path, code }) => `${path} ${code}`)

describe('several choices', () => {
  const score = (...ids: string[]) =>
    scoreAnswer(multiple, 's', { choices: ids.map((id) => shownId(multiple, `אפשרות ${id}`)) }).points
  it.each([
    [['a', 'b'], 1],
    [['a'], 0.5],
    [['a', 'b', 'c'], 0.5],
    [['a', 'c'], 0],
    [['a', 'b', 'c', 'd'], 0],
    [[], 0],
    [['a', 'a'], 0.5],
  ])('%j are worth %d', (ids, points) => expect(score(...ids)).toBe(points))
})

describe('an order', () => {
  const ordering: Ordering = { kind: 'ordering', topic: 'נושא', text: 'סדרו', items: options }
  const score = (...ids: string[]) =>
    scoreAnswer(ordering, 's', { order: ids.map((id) => shownId(ordering, `אפשרות ${id}`)) }).points
  it('counts what follows on what, and is never shown as it should be', () => {
    expect(score('a', 'b', 'c', 'd')).toBe(1)
    expect(score('b', 'c', 'd', 'a')).toBeCloseTo(2 / 3)
    expect(score('d', 'c', 'b', 'a')).toBe(0)
    expect(score('a', 'b', 'c')).toBe(0)
    for (let seed = 0; seed < 200; seed++) {
      const presented = presentQuestion(ordering, String(seed))
      const texts = 'items' in presented ? presented.items.map(({ text }) => text) : []
      expect(texts).not.toEqual(options.map(({ text }) => text))
    }
  })
})

describe('pairs and gaps', () => {
  const matching: Matching = {
    kind: 'matching',
    topic: 'נושא',
    text: 'התאימו',
    pairs: options.map(({ id, why }) => ({ id, left: `שמאל ${id}`, right: `ימין ${id}`, why })),
    extra: [{ id: 'x', right: 'ימין שאין לו זוג' }],
  }
  it('each pair counts by itself', () => {
    const pairs = Object.fromEntries(
      'abcd'
        .split('')
        .map((id) => [shownId(matching, `שמאל ${id}`), shownId(matching, `ימין ${id === 'd' ? 'c' : id}`)]),
    )
    expect(scoreAnswer(matching, 's', { pairs })).toMatchObject({ points: 0.75, correct: false })
  })

  const typed: FillIn = {
    kind: 'fill-in',
    topic: 'נושא',
    text: 'ריבית על ריבית היא ריבית [[word]].',
    gaps: [{ id: 'word', why: 'כך היא נקראת.', accepted: ['דריבית'] }],
  }
  it.each(['דריבית', ' דריבית. ', 'דְּרִיבִּית'])('a typed word is taken as %j', (word) => {
    expect(scoreAnswer(typed, 's', { gaps: { 1: word } }).correct).toBe(true)
    expect(JSON.stringify(presentQuestion(typed, 's'))).not.toContain('word')
  })
  it.each([
    ['אי־תלות', ['אי-תלות', 'אי–תלות', '\u200fאִי־תלות']],
    ['מע"מ', ['מע״מ', 'מע”מ', 'מע“מ']],
    ["צ'ק", ['צ׳ק', 'צ’ק']],
  ])('%s is the same in every form of its signs', (accepted, words) => {
    const [gap] = typed.gaps
    const question = { ...typed, gaps: [{ ...gap, accepted: [accepted] }] } as FillIn
    for (const word of [accepted, ...words])
      expect([word, scoreAnswer(question, 's', { gaps: { 1: word } }).correct]).toEqual([word, true])
    expect(scoreAnswer(question, 's', { gaps: { 1: accepted.replace(/[^א-ת]/, '') } }).correct).toBe(false)
  })
  it.each<[string, string, string[], string[]]>([
    ['two apostrophes are gershayim', 'בע״מ', ["בע''מ", 'בע"מ', 'בע׳׳מ', 'בע’’מ', '\u200fבע״מ\u2069'], ["בע'מ", 'בעמ']],
    [
      'a minus has many forms',
      '-50',
      ['50-', '(50)', '−50', '–50', '- 50', '\u200e-50'],
      ['50', '--50', '(-50)', '50.'],
    ],
    [
      'thousands are parted or not',
      '1234.5',
      ['1,234.5', '1 234.5', '1\u2009234,5', '١٢٣٤.٥'],
      ['1.234,5', '12345', '1,23,4.5'],
    ],
    ['a blank before the percent', '50%', ['50 %', '50\u00a0%'], ['50', '5 0%']],
    ['a blank behind the sign', '$100', ['$ 100'], ['100', '₪100']],
    ['a day is no fraction', '1.10', ['1.10'], ['1.1']],
    ['a code keeps its noughts', '007', ['007'], ['7']],
  ])('%s', (_what, accepted, same, others) => {
    const question = { ...typed, gaps: [{ ...typed.gaps[0], accepted: [accepted] }] } as FillIn
    const right = (word: string) => scoreAnswer(question, 's', { gaps: { 1: word } }).correct
    expect([accepted, ...same].filter((word) => !right(word))).toEqual([])
    expect(others.filter(right)).toEqual([])
  })
  it('another word is wrong', () => expect(scoreAnswer(typed, 's', { gaps: { 1: 'פשוטה' } }).correct).toBe(false))
})

const interest: Calculated = {
  kind: 'calculated',
  topic: 'ריבית דריבית',
  text: 'מפקידים {deposit} ל־{years} שנים בריבית של {rate}. כמה יצטבר?',
  given: [{ name: 'ההפקדה', value: '{deposit}' }],
  variables: [
    { name: 'deposit', unit: 'shekel', oneOf: ['8400'] },
    { name: 'rate', unit: 'percent', oneOf: ['4.5'] },
    { name: 'years', unit: 'years', oneOf: ['12'] },
  ],
  values: [{ name: 'factor', formula: '1 + rate / 100', unit: 'number' }],
  formula: 'deposit * factor ^ years',
  rounding: { digits: 0 },
  tolerance: '1',
  unit: 'shekel',
  steps: [
    { text: 'בכל שנה הסכום גדל פי', formula: 'factor', unit: 'number' },
    { text: '{years} שנים', formula: 'factor ^ years', rounding: { digits: 5 }, unit: 'number' },
    { text: 'כפול {deposit}', formula: 'deposit * factor ^ years', rounding: { digits: 0 }, unit: 'shekel' },
  ],
  mistakes: [{ formula: 'deposit * factor ^ (years - 1)', why: 'כך יוצא כשסופרים 11 שנים.' }],
}

describe('a calculated question', () => {
  it('shows its numbers, and afterwards the way to the answer and the mistake that was made', () => {
    expect(presentQuestion(interest, 's')).toEqual({
      kind: 'calculated',
      topic: 'ריבית דריבית',
      text: 'מפקידים ₪8,400 ל־12 שנים בריבית של 4.5%. כמה יצטבר?',
      given: [{ name: 'ההפקדה', value: '₪8,400' }],
      unit: 'shekel',
      digits: 0,
    })
    const review = explainAnswer(interest, 's', { number: '13632' })
    expect(review.steps?.map(({ value }) => value)).toEqual(['1.045', '1.69588', '₪14,245'])
    expect(review.right).toEqual({ number: '14245' })
    expect(review.mistake).toBe('כך יוצא כשסופרים 11 שנים.')
    expect(explainAnswer(interest, 's', { number: '14246' })).toMatchObject({ correct: true })
    expect(explainAnswer(interest, 's', { number: '14246' }).mistake).toBeUndefined()
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a formula that cannot be read', { formula: 'deposit *' }, 'formula FORMULA'],
    ['a name that is not there', { formula: 'deposit * gain' }, 'formula UNKNOWN_NAME'],
    ['a name that is given twice', { values: [{ name: 'rate', formula: '1', unit: 'number' }] }, 'variables SAME_NAME'],
    [
      'an empty range',
      { variables: [{ name: 'rate', unit: 'percent', from: '5', to: '1', step: '1' }] },
      'variables.0 RANGE',
    ],
    ['steps that end elsewhere', { steps: [{ text: 'סוף', formula: 'deposit', unit: 'shekel' }] }, 'steps STEPS_END'],
    [
      'a mistake that is right',
      { mistakes: [{ formula: 'deposit * factor ^ years', why: 'לא' }] },
      'mistakes.0 MISTAKE_RIGHT',
    ],
    ['constraints that nothing meets', { constraints: ['rate > 100'] }, 'constraints NO_DRAW'],
    [
      'constraints that are met once in a thousand',
      {
        variables: [
          ...interest.variables.slice(1),
          { name: 'deposit', unit: 'shekel', from: '1', to: '1000', step: '1' },
        ],
        constraints: ['deposit = 7'],
      },
      'constraints NO_DRAW',
    ],
    ['a division by zero', { formula: 'deposit / (rate - 4.5)' }, 'formula FORMULA'],
    ['a place in a text that is nothing', { text: 'כמה זה {nothing}?' }, 'text UNKNOWN_NAME'],
    ['a key of another kind', { right: 'a' }, ' SHAPE'],
    [
      'a variable with another name',
      { variables: [{ name: '__proto__ x', unit: 'years', oneOf: ['1'] }] },
      'variables.0.name SHAPE',
    ],
  ])('refuses %s', (_title, changes, code) => expect(codes({ ...interest, ...changes })).toContain(code))
})

describe('definitions of other kinds', () => {
  it.each<[string, unknown, string]>([
    ['no definition', null, 'kind SHAPE'],
    ['an unknown kind', { kind: 'toString' }, 'kind SHAPE'],
    ['a key that is no option', { ...multiple, right: ['z'] }, 'right UNKNOWN_ID'],
    ['every option right', { ...multiple, right: ['a', 'b', 'c', 'd'] }, 'right NO_RIGHT'],
    [
      'two options that say the same',
      { ...multiple, options: [...options, { ...options[0], id: 'e' }] },
      'options SAME_TEXT',
    ],
    [
      'an option without a reason',
      { ...multiple, options: [{ id: 'a', text: 'x' }, ...options.slice(1)] },
      'options.0.why SHAPE',
    ],
    [
      'a gap that the text does not have',
      { kind: 'fill-in', topic: 'נ', text: 'בלי מקום', gaps: [{ id: 'g', why: 'סיבה', accepted: ['x'] }] },
      'gaps.0 GAP_MISSING',
    ],
    ['a text that is too long', { ...multiple, text: 'א'.repeat(2_001) }, 'text TOO_LONG'],
  ])('%s is refused at its place', (_title, definition, code) => expect(codes(definition)).toContain(code))

  it('says in Hebrew what is wrong', () => {
    expect(validateQuestion({ ...interest, formula: 'deposit * gain' })[0]?.message).toBe('אין מספר בשם gain.')
  })
})
