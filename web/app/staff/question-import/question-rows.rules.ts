import { readTypedNumber } from '../../../../supabase/functions/_shared/quizzes/typed-number.ts'
import type { ImportReason } from './imported.rules'
import { type KindWord, kindOfWord, placeOfWord, truthOfWord, unitOfWord } from './question-words.rules'
import { rightOptions } from './right-options.rules'

/** The fields of a row by the names of their columns, trimmed; nothing where the table has no such column. */
export type RowFields = (key: string) => string | undefined
/** Collects why a row cannot be taken. */
export type Refuse = (key: string, code: ImportReason['code'], value?: string) => undefined

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const MOST_PARTS = 26
export const idOf = (at: number): string => LETTERS[at] ?? `x${at + 1}`

type RowPart = { number: number; part: string; match: string; why: string; wrong: string }

function partsOf(field: RowFields): RowPart[] {
  const general = field('why') ?? ''
  const parts = Array.from({ length: MOST_PARTS }, (_, at) => {
    const of = (name: string) => field(`${name}${at + 1}`) ?? ''
    return {
      number: at + 1,
      part: of('part'),
      match: of('match'),
      why: of('why') || general,
      own: of('why'),
      wrong: of('wrong'),
    }
  })
  return parts.slice(0, parts.findLastIndex(({ part, match, own, wrong }) => part || match || own || wrong) + 1)
}

const withIds = <Made extends object>(made: readonly Made[], from = 0) =>
  made.map((one, at) => ({ id: idOf(at + from), ...one }))

/** The kind of a row: by its word, or by what stands in a table that has no column for it. */
function kindOf(field: RowFields, parts: readonly RowPart[], refuse: Refuse): KindWord | undefined {
  const word = field('kind')
  if (word === '') return refuse('kind', 'EMPTY')
  if (word !== undefined) return kindOfWord(word) ?? refuse('kind', 'KIND_UNKNOWN', word)
  const right = field('right') ?? ''
  if (parts.filter(({ part, wrong }) => part || wrong).length > 0) return 'choice'
  const isNumber = readNumber(right, field('unit'))?.value !== undefined
  if (truthOfWord(right) !== undefined && !isNumber) return 'true-false'
  if (isNumber && truthOfWord(right) === undefined) return 'number'
  return refuse('kind', 'KIND_INFERRED_NOT')
}

const SIGNS = [
  ['percent', /%|אחוז/],
  ['shekel', /₪|ש['"׳״]*ח|שקל/],
  ['years', /שנים|שנה/],
  ['months', /חודש/],
] as const

/** A number with its unit, which its own sign may tell; without a value where either cannot be read. */
function readNumber(text: string, unitText: string | undefined) {
  const unit = unitText ? unitOfWord(unitText) : (SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? 'number')
  if (!unit) return undefined
  const read = readTypedNumber(text.replace(/^\s*(?:±|\+-|\+\/-)\s*/, ''), unit)
  return { unit, value: read.state === 'read' ? read.value : undefined }
}

function choiceOf(kind: KindWord, field: RowFields, parts: readonly RowPart[], refuse: Refuse) {
  const distractors = parts.filter(({ wrong }) => wrong)
  const right = field('right')
  const isByRest = distractors.length > 0
  const texts = isByRest ? [right ?? '', ...distractors.map(({ wrong }) => wrong)] : parts.map(({ part }) => part)
  for (const { part, number, why, wrong, match } of parts) {
    if (!part && !isByRest && (match || (why && why !== field('why')))) refuse(`part${number}`, 'EMPTY')
    if (part && (isByRest || match))
      refuse(match ? `match${number}` : `part${number}`, 'OPTIONS_NOT_HERE', match || part)
    if (wrong && wrong === right) refuse(`wrong${number}`, 'RIGHT_AMBIGUOUS', wrong)
  }
  const places = isByRest ? (right ? [1] : refuse('right', 'EMPTY')) : placesOf(field, parts, texts, refuse)
  if (!places) return undefined
  const many = kind === 'multiple-choice' || (kind === 'choice' && places.length > 1)
  if (!many && places.length > 1) return refuse('right', 'RIGHT_MANY', right)
  const whys = isByRest ? [field('why') ?? '', ...distractors.map(({ why }) => why)] : parts.map(({ why }) => why)
  const options = withIds(
    texts.map((text, at) => ({ text, why: whys[at] ?? '', place: at + 1 })).filter(({ text }) => text),
  )
  const rights = options.filter(({ place }) => places.includes(place)).map(({ id }) => id)
  const order = field('keep_order')
  const keepOrder = order ? truthOfWord(order) : false
  if (keepOrder === undefined) refuse('keep_order', 'TRUTH_UNKNOWN', order)
  return {
    kind: many ? 'multiple-choice' : 'single-choice',
    options: options.map(({ place: _, ...option }) => option),
    right: many ? rights : (rights[0] ?? ''),
    ...(keepOrder && { keepOrder }),
  }
}

/** Which parts are right, by one column for all or one for each. */
function placesOf(field: RowFields, parts: readonly RowPart[], texts: readonly string[], refuse: Refuse) {
  const right = field('right')
  if (right === undefined) {
    if (field('right1') === undefined) return refuse('right', 'RIGHT_COLUMN_MISSING')
    const marks = parts
      .filter(({ part }) => part)
      .map(({ number }) => {
        const mark = field(`right${number}`) ?? ''
        const truth = truthOfWord(mark)
        if (truth === undefined) refuse(`right${number}`, mark ? 'TRUTH_UNKNOWN' : 'EMPTY', mark)
        return truth ? [number] : []
      })
    return marks.flat().length > 0 ? marks.flat() : refuse('right1', 'NO_RIGHT')
  }
  if (!right) return refuse('right', 'EMPTY')
  const read = rightOptions(right, texts)
  return 'places' in read ? read.places : refuse('right', read.reason.code, read.reason.value)
}

function trueFalseOf(field: RowFields, parts: readonly RowPart[], refuse: Refuse) {
  const right = field('right')
  if (right === undefined) return refuse('right', 'RIGHT_COLUMN_MISSING')
  if (!right) return refuse('right', 'EMPTY')
  const texts = parts.map(({ part }) => part).filter(Boolean)
  const truths = texts.map(truthOfWord)
  const areSides = texts.length === 0 || (texts.length === 2 && truths.includes(true) && truths.includes(false))
  if (!areSides) return refuse('part1', 'OPTIONS_NOT_HERE', texts[0])
  const direct = truthOfWord(right)
  const place = placeOfWord(right)
  const byPlace = place === undefined ? undefined : truths[place - 1]
  if (direct !== undefined && byPlace !== undefined && direct !== byPlace)
    return refuse('right', 'TRUTH_AMBIGUOUS', right)
  const claim = direct ?? byPlace
  if (claim === undefined) return refuse('right', 'TRUTH_UNKNOWN', right)
  const whyOf = (key: string, at: number) => field(key) || parts[at]?.why || field('why') || ''
  return { kind: 'true-false', right: claim, why: { true: whyOf('whyTrue', 0), false: whyOf('whyFalse', 1) } }
}

function numberOf(field: RowFields, parts: readonly RowPart[], refuse: Refuse) {
  const right = field('right')
  if (right === undefined) return refuse('right', 'RIGHT_COLUMN_MISSING')
  if (!right) return refuse('right', 'EMPTY')
  const read = readNumber(right, field('unit'))
  if (!read) return refuse('unit', 'UNIT_UNKNOWN', field('unit'))
  if (read.value === undefined) refuse('right', 'NOT_A_NUMBER', right)
  const { unit } = read
  const typed = field('tolerance') || '0'
  const tolerance = readNumber(typed, unit)?.value
  if (tolerance === undefined || (typed.includes('%') && unit !== 'percent')) refuse('tolerance', 'NOT_A_NUMBER', typed)
  const [first, ...rest] = parts
  if (first?.part) refuse('part1', 'OPTIONS_NOT_HERE', first.part)
  const mistakes = rest
    .filter(({ part, why }) => part || why)
    .map(({ number, part, why }) => {
      const value = readNumber(part, unit)?.value
      if (value === undefined) refuse(`part${number}`, part ? 'NOT_A_NUMBER' : 'EMPTY', part)
      return { value: value ?? '', why }
    })
  return {
    ...{
      kind: 'number',
      right: read.value ?? '',
      tolerance: tolerance ?? '',
      unit,
      why: first?.why || field('why') || '',
    },
    ...(mistakes.length > 0 && { mistakes }),
  }
}

function matchingOf(field: RowFields, parts: readonly RowPart[], refuse: Refuse) {
  if (field('right')) refuse('right', 'ORDER_GIVEN', field('right'))
  for (const { number, part, match } of parts) if (part && !match) refuse(`match${number}`, 'EMPTY')
  const pairs = withIds(
    parts.filter(({ part }) => part).map(({ part, match, why }) => ({ left: part, right: match, why })),
  )
  const others = parts.filter(({ part, match }) => !part && match).map(({ match }) => ({ right: match }))
  return { kind: 'matching', pairs, ...(others.length > 0 && { extra: withIds(others, pairs.length) }) }
}

function orderingOf(field: RowFields, parts: readonly RowPart[], refuse: Refuse) {
  const items = parts.filter(({ part }) => part)
  const given = (field('right') ?? '').split(/\D+/).filter(Boolean)
  if (field('right') && given.join() !== items.map((_, at) => at + 1).join())
    refuse('right', 'ORDER_GIVEN', field('right'))
  return { kind: 'ordering', items: withIds(items.map(({ part, why }) => ({ text: part, why }))) }
}

const GAP = /\[\[[a-z0-9-]{1,20}\]\]|_{2,}/g
const acceptedOf = (text: string) =>
  text
    .split(/[|\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** A text with each gap as `[[a]]`; one without any gets it at its end. */
export const withGaps = (text: string): { text: string; gaps: number } => {
  let gaps = 0
  const made = text.replace(GAP, () => `[[${idOf(gaps++)}]]`)
  return gaps > 0 ? { text: made, gaps } : { text: `${text}\n[[a]]`, gaps: 1 }
}

function fillInOf(field: RowFields, parts: readonly RowPart[], refuse: Refuse) {
  const { text, gaps } = withGaps(field('text') ?? '')
  const right = field('right') ?? ''
  const texts = parts.map(({ part }) => part)
  const whyOf = (at: number) => parts[at]?.why || field('why') || ''
  if (gaps === 1 && texts.filter(Boolean).length > 1) {
    const made = choiceOf('single-choice', field, parts, refuse)
    return (
      made && {
        kind: 'fill-in',
        text,
        gaps: [
          {
            id: 'a',
            why: field('why') || made.options.find(({ id }) => id === made.right)?.why || '',
            options: made.options,
            right: made.right,
          },
        ],
      }
    )
  }
  const answers = gaps === 1 && right ? [right] : texts
  if (gaps > 1 && right) refuse('right', 'GAP_PLACES', String(gaps))
  if (answers.filter(Boolean).length === 0) return refuse('right', 'EMPTY')
  if (answers.length !== gaps) refuse('text', 'GAP_PLACES', String(gaps))
  return {
    kind: 'fill-in',
    text,
    gaps: answers.map((answer, at) => ({ id: idOf(at), why: whyOf(at), accepted: acceptedOf(answer) })),
  }
}

function bodyOf(kind: KindWord, field: RowFields, parts: readonly RowPart[], refuse: Refuse): object | undefined {
  switch (kind) {
    case 'true-false':
      return trueFalseOf(field, parts, refuse)
    case 'number':
      return numberOf(field, parts, refuse)
    case 'matching':
      return matchingOf(field, parts, refuse)
    case 'ordering':
      return orderingOf(field, parts, refuse)
    case 'fill-in':
      return fillInOf(field, parts, refuse)
    case 'calculated':
      return refuse('definition', 'EMPTY')
    case 'open':
      return refuse('kind', 'KIND_OPEN', field('kind'))
    default:
      return choiceOf(kind, field, parts, refuse)
  }
}

/** The second of a film: 125, or 2:05. */
function secondOf(text: string): number | undefined {
  const [, hours = '0', minutes = '0', seconds = ''] = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})$/.exec(text) ?? []
  return seconds === '' ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The definition that a row describes, valid or not; undefined where it says too little, and why goes to `refuse`. */
export function definitionOfRow(field: RowFields, refuse: Refuse): object | undefined {
  const whole = field('definition')
  if (whole) {
    try {
      return JSON.parse(whole) as object
    } catch {
      return refuse('definition', 'DEFINITION')
    }
  }
  if (!field('text')) refuse('text', 'EMPTY')
  const parts = partsOf(field)
  const kind = kindOf(field, parts, refuse)
  const body = kind && bodyOf(kind, field, parts, refuse)
  if (!body) return undefined
  const lesson = field('lesson')
  const second = secondOf(field('second') || '0')
  if (lesson && second === undefined) refuse('second', 'WHOLE_NUMBER', field('second'))
  return {
    ...{ topic: field('topic') || field('topic_of_pool') || '', text: field('text') ?? '' },
    ...(lesson && { watchAgain: { lesson, second: second ?? 0 } }),
    ...body,
  }
}
