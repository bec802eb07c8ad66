import { Exact } from '../../../../supabase/functions/_shared/quizzes/decimals.ts'
import type { ImportNote, ImportReason } from './imported.rules'
import { idOf } from './question-rows.rules'

/** An answer of GIFT or Moodle XML: its share of the points in per cent, and what is told of it. */
export type MoodleAnswer = { text: string; percent: number; feedback: string }
/** What becomes of a question: fields of its kind, with what was left, or why it cannot be taken. */
export type Made = { body?: object; reasons?: ImportReason[]; notes?: ImportNote[] }

const refused = (code: ImportReason['code'], value?: string): Made => ({ reasons: [{ code, ...(value && { value }) }] })
const isWhole = (percent: number) => Math.abs(percent - 100) < 0.01

/** A choice: with shares between nothing and all there is none that is right alone. */
export function choiceOfAnswers(
  answers: readonly MoodleAnswer[],
  isSingle: boolean,
  keepOrder: boolean,
  general: string,
): Made {
  const options = answers.map(({ text, feedback }, at) => ({ id: idOf(at), text, why: feedback || general }))
  const order = keepOrder ? { keepOrder } : {}
  const positive = answers.flatMap(({ percent }, at) => (percent > 0 ? [{ id: idOf(at), percent }] : []))
  if (positive.length === 0) return refused('NO_RIGHT')
  if (!isSingle) {
    const isEven = positive.every(({ percent }) => Math.abs(percent - 100 / positive.length) < 0.1)
    const body = { kind: 'multiple-choice', options, right: positive.map(({ id }) => id), ...order }
    return { body, notes: isEven ? [] : [{ code: 'PENALTY' }] }
  }
  const [right, other] = positive.filter(({ percent }) => isWhole(percent))
  const partial = positive.find(({ percent }) => !isWhole(percent))
  if (partial) return refused('PARTIAL', `${partial.percent}%`)
  if (!right) return refused('NO_RIGHT')
  if (other) return refused('RIGHT_MANY')
  const isPenal = answers.some(({ percent }) => percent < 0)
  return {
    body: { kind: 'single-choice', options, right: right.id, ...order },
    notes: isPenal ? [{ code: 'PENALTY' }] : [],
  }
}

/** Typed words: those worth everything are accepted; patterns and shares cannot be. */
export function acceptedOfAnswers(answers: readonly MoodleAnswer[]): { accepted: string[] } & Omit<Made, 'body'> {
  const rights = answers.filter(({ percent }) => percent > 0)
  const partial = rights.find(({ percent }) => !isWhole(percent))
  if (partial) return { accepted: [], ...refused('PARTIAL', partial.text) }
  const pattern = rights.find(({ text }) => /(?<!\\)\*/.test(text))
  if (pattern) return { accepted: [], ...refused('WILDCARD', pattern.text) }
  const accepted = [...new Set(rights.map(({ text }) => text.replaceAll('\\*', '*').trim()))].filter(Boolean)
  if (accepted.length === 0) return { accepted, ...refused('NO_RIGHT') }
  const others = answers.filter(({ percent, text, feedback }) => percent <= 0 && (text !== '*' || feedback))
  return { accepted, notes: others.length > 0 ? [{ code: 'WRONG_ANSWERS_LEFT' }] : [] }
}

/** A number as programs write it, 3.14, -2 or 1e3, as a decimal; undefined for anything else. */
export function decimalOf(text: string): Exact | undefined {
  const typed = text.trim().replace(/^(-?)\./, '$10.')
  return /^[-+]?\d{1,15}(?:\.\d*)?(?:e[-+]?\d{1,2})?$/i.test(typed)
    ? new Exact(typed.replace(/\.(?=$|e)/i, ''))
    : undefined
}

/** A number with how far an answer may be off. */
export type NumberAnswer = { value: Exact; tolerance: Exact; percent: number; feedback: string }

/** A number question: one value is right, others are known mistakes where they say why. */
export function numberOfAnswers(answers: readonly NumberAnswer[], unit: string, general: string): Made {
  const rights = answers.filter(({ percent }) => percent > 0)
  const partial = rights.find(({ percent }) => !isWhole(percent))
  if (partial) return refused('PARTIAL', `${partial.value.toFixed()} (${partial.percent}%)`)
  const [right, other] = rights
  if (!right) return refused('NO_RIGHT')
  if (other) return refused('SEVERAL_NUMBERS', `${right.value.toFixed()}, ${other.value.toFixed()}`)
  const wrong = answers.filter(({ percent }) => percent <= 0)
  const mistakes = wrong
    .filter(({ feedback }) => feedback)
    .map(({ value, feedback }) => ({ value: value.toFixed(), why: feedback }))
  return {
    body: {
      ...{ kind: 'number', right: right.value.toFixed(), tolerance: right.tolerance.abs().toFixed(), unit },
      ...{ why: right.feedback || general, ...(mistakes.length > 0 && { mistakes }) },
    },
    notes: wrong.length > mistakes.length ? [{ code: 'WRONG_ANSWERS_LEFT' }] : [],
  }
}

/** Pairs; a right side without a left one belongs to nothing. */
export function matchingOfPairs(pairs: readonly { left: string; right: string }[], general: string): Made {
  const whole = pairs.filter(({ left }) => left)
  const others = pairs.filter(({ left, right }) => !left && right)
  if (whole.some(({ right }) => !right)) return refused('ANSWER_MISSING')
  const made = whole.map(({ left, right }, at) => ({ id: idOf(at), left, right, why: general }))
  const extra = others.map(({ right }, at) => ({ id: idOf(at + made.length), right }))
  return { body: { kind: 'matching', pairs: made, ...(extra.length > 0 && { extra }) } }
}
