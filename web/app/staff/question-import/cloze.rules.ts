import type { Made } from './moodle-answers.rules'
import { acceptedOfAnswers, choiceOfAnswers, decimalOf, type MoodleAnswer } from './moodle-answers.rules'
import { idOf } from './question-rows.rules'

const GAP = /\{\d*:([A-Z_]+):((?:\\[\s\S]|[^}\\])*)\}/g
const TYPED = /^(?:SHORTANSWER|SA|MW)(?:_C|C)?$|^(?:SHORTANSWER_C|SAC|MWC)$/
const CHOSEN = /^(?:MULTICHOICE|MC)(?:_?(?:V|H|S|VS|HS))?$/
const NUMBER = /^(?:NUMERICAL|NM)$/

/** `=right#why~wrong`, `%100%right~%0%wrong`, with signs behind a backslash. */
function answersOf(source: string): MoodleAnswer[] {
  return source.split(/(?<!\\)~/).map((piece) => {
    const [, sign = '', percent, rest = ''] = /^(=?)(?:%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(piece.trim()) ?? []
    const [text = '', feedback = ''] = rest.split(/(?<!\\)#/)
    const plain = (escaped: string) => escaped.replace(/\\([\s\S])/g, '$1').trim()
    return {
      text: plain(text),
      percent: percent === undefined ? (sign ? 100 : 0) : Number(percent),
      feedback: plain(feedback),
    }
  })
}

/** A text with answers in braces (Moodle: embedded answers) as one with gaps. */
export function clozeOfText(text: string, general: string): Made {
  const gaps: object[] = []
  const problems: NonNullable<Made['reasons']> = []
  const notes: NonNullable<Made['notes']> = []
  const made = text.replace(GAP, (whole, type: string, source: string) => {
    const id = idOf(gaps.length)
    const answers = answersOf(source)
    const why = answers.find(({ percent }) => percent === 100)?.feedback || general
    if (CHOSEN.test(type)) {
      const choice = choiceOfAnswers(answers, true, false, general)
      problems.push(...(choice.reasons ?? []))
      const { options, right } = (choice.body ?? {}) as { options?: unknown; right?: unknown }
      gaps.push({ id, why, options, right })
    } else if (TYPED.test(type) || NUMBER.test(type)) {
      const numbers = NUMBER.test(type)
        ? answers.map((one) => ({ ...one, text: one.text.replace(/:0*(?:\.0*)?$/, '') }))
        : answers
      if (NUMBER.test(type) && numbers.some((one) => one.text !== '*' && !decimalOf(one.text)))
        problems.push({ code: 'RELATIVE_TOLERANCE', value: source })
      const { accepted, reasons, notes: left } = acceptedOfAnswers(numbers)
      problems.push(...(reasons ?? []))
      notes.push(...(left ?? []))
      gaps.push({ id, why, accepted })
    } else problems.push({ code: 'KIND_NOT_OURS', value: whole.slice(0, 60) })
    return `[[${id}]]`
  })
  if (gaps.length === 0 && problems.length === 0) return { reasons: [{ code: 'SYNTAX' }] }
  return problems.length > 0 ? { reasons: problems } : { body: { kind: 'fill-in', text: made, gaps }, notes }
}

const escaped = (text: string) => text.replace(/[\\}#~/"]/g, '\\$&')

/** A gap as an embedded answer. */
export function clozeOfGap(
  gap: { why: string } & (
    | { options: { id: string; text: string; why: string }[]; right: string }
    | { accepted: string[] }
  ),
): string {
  if ('accepted' in gap)
    return `{1:SHORTANSWER:${gap.accepted.map((one, at) => `=${escaped(one)}${at === 0 && gap.why ? `#${escaped(gap.why)}` : ''}`).join('~')}}`
  return `{1:MULTICHOICE:${gap.options.map(({ id, text, why }) => `${id === gap.right ? '=' : ''}${escaped(text)}${why && `#${escaped(why)}`}`).join('~')}}`
}
