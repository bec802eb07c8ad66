import { describe, expect, it } from 'vitest'
import type { Definition, Kind } from '../../../functions/_shared/quizzes/types.ts'
import { isolate } from '../bidi.ts'
import { equationsOf } from '../equations.ts'
import { content } from '../index.ts'
import { publishedQuizzes, quizzes } from './index.ts'
import { questionsOf, reasonsOf, textsOf } from './texts.ts'

const all = quizzes.flatMap(({ courseId, quiz }) => questionsOf(quiz).map((question) => ({ courseId, question })))
const withName = all.map(({ courseId, question }) => [question.topic, courseId, question] as const)
const COUNTS = new Map([
  [4, 'ארבע שאלות'],
  [5, 'חמש שאלות'],
  [8, 'שמונה שאלות'],
  [9, 'תשע שאלות'],
  [10, 'עשר שאלות'],
])
/** What the last equation in a reason comes to, in the unit that it is written in. */
const resultOf = (why: string): number | undefined => {
  const formula = [...why.matchAll(/`([^`]*[=≈][^`]*)`/g)].at(-1)?.[1] ?? ''
  const result = equationsOf(isolate(`{${formula}}`))[0]?.sides.at(-1)
  return result === undefined ? undefined : result * (formula.endsWith('%') ? 100 : 1)
}
const withoutFormulas = (text: string): string => text.replace(/`[^`]*`/g, '')
const unique = (values: string[]) => expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([])

const count = (kind: Kind): number => all.filter(({ question }) => question.kind === kind).length

describe('the tests of the demo courses', () => {
  it('are of twelve courses, with all kinds of questions and many calculated ones', () => {
    expect(new Set(quizzes.filter(({ lessonId }) => !lessonId).map(({ courseId }) => courseId)).size).toBe(12)
    expect(all.length).toBeGreaterThanOrEqual(120)
    expect(count('calculated')).toBeGreaterThanOrEqual(40)
    const others: Kind[] = [
      'multiple-choice',
      'true-false',
      'number',
      'ordering',
      'matching',
      'fill-in',
      'single-choice',
    ]
    for (const kind of others) expect([kind, count(kind) >= 10]).toEqual([kind, true])
  })

  it('each is of a published course or lesson, with an id of its own', () => {
    unique(quizzes.map(({ id }) => id))
    for (const { courseId, lessonId } of quizzes) {
      expect(content.courses.find(({ id }) => id === courseId)?.is_published).toBe(true)
      const lesson = content.lessons.find(({ id }) => id === lessonId)
      expect(lesson?.course_id).toBe(lessonId === null ? undefined : courseId)
      expect(lesson?.is_published ?? true).toBe(true)
    }
  })

  it.each(quizzes.map(({ quiz, lessonId }) => [quiz.title, quiz, lessonId] as const))(
    '%s says what to expect, and draws no more than it has',
    (_title, quiz, lessonId) => {
      const { passPercent, intro } = quiz
      expect([intro.length > 40, passPercent >= 60, passPercent <= 80]).toEqual([true, true, true])
      for (const { draw, questions } of quiz.pools) expect(draw ?? 0).toBeLessThanOrEqual(questions.length)
      const questions = questionsOf(quiz)
      const calculations = questions.filter(({ kind }) => kind === 'calculated').length
      const asked = quiz.pools.reduce((sum, pool) => sum + (pool.draw ?? pool.questions.length), 0)
      expect(intro.startsWith(COUNTS.get(asked) ?? 'none')).toBe(true)
      if (lessonId) expect([asked, calculations]).toEqual([questions.length, 2])
      else expect([asked >= 8, questions.length >= asked + 2, calculations >= 4]).toEqual([true, true, true])
    },
  )

  it('each course with tests has a short one before it, of their questions, that tells nothing', () => {
    const pretests = publishedQuizzes.filter(({ purpose }) => purpose === 'pretest')
    expect(pretests.map(({ course_id }) => course_id).sort()).toEqual(
      [...new Set(quizzes.map(({ courseId }) => courseId))].sort(),
    )
    for (const { pools, review, course_id, attemptsAllowed } of pretests) {
      expect([review, attemptsAllowed, pools.map(({ draw }) => draw)]).toEqual(['never', 1, [2, 2]])
      const ids = publishedQuizzes
        .filter((one) => one.course_id === course_id && one.purpose !== 'pretest')
        .flatMap((one) => one.pools.flatMap(({ questions }) => questions.map(({ id }) => id)))
      expect(ids).toEqual(expect.arrayContaining(pools.flatMap(({ questions }) => questions.map(({ id }) => id))))
    }
    unique(publishedQuizzes.map(({ id }) => id))
  })

  it('no text stands twice', () => {
    unique(all.map(({ question }) => question.text))
    for (const { quiz } of quizzes) unique(questionsOf(quiz).map(({ topic }) => topic))
    unique(all.flatMap(({ question }) => reasonsOf(question).map(({ why }) => why)))
  })

  it('what is right is not to be guessed from its place or number', () => {
    const places = all.flatMap(({ question }) => (question.kind === 'single-choice' ? [question.right] : []))
    for (const place of ['a', 'b', 'c']) {
      expect(places.filter((one) => one === place).length).toBeLessThan(places.length * 0.6)
    }
    const shares = all.flatMap(({ question }) =>
      question.kind === 'multiple-choice' ? [`${question.right.length} of ${question.options.length}`] : [],
    )
    expect(new Set(shares).size).toBeGreaterThanOrEqual(3)
    const claims = all.flatMap(({ question }) => (question.kind === 'true-false' ? [question.right] : []))
    expect(Math.abs(claims.length - 2 * claims.filter(Boolean).length)).toBeLessThanOrEqual(2)
  })
})

describe.each(withName)('%s', (_topic, courseId, question) => {
  it('tells the reason of every part', () => {
    const reasons = reasonsOf(question)
    expect(reasons.length).toBeGreaterThanOrEqual(2)
    for (const { why } of reasons) expect(why.length).toBeGreaterThanOrEqual(20)
    expect(idsProblem(question)).toBeUndefined()
    if (question.kind === 'calculated' || question.kind === 'number') {
      expect((question.mistakes ?? []).length).toBeGreaterThanOrEqual(2)
    }
  })

  it('sends to a sentence of its own course that explains it', () => {
    const lesson = content.lessons.find(({ id }) => id === question.watchAgain?.lesson)
    expect([lesson?.course_id, lesson?.is_published]).toEqual([courseId, true])
    const film = content.lessonContents.find(({ lesson_id }) => lesson_id === lesson?.id)
    expect(film?.transcript.map(({ start }) => start)).toContain(question.watchAgain?.second)
  })

  it('is written in Hebrew that reads right', () => {
    for (const text of textsOf(question)) {
      expect(text).toBe(text.trim())
      expect(text).not.toMatch(/!|לא נכון|undefined| {2}|[\u2066-\u2069]/)
      expect(text.split('`').length % 2).toBe(1)
      expect(withoutFormulas(text)).not.toMatch(/(^|[\s(])[+−-]\d|[×÷=≈]|\d-|"/)
      expect(text.includes('`') || /[\u05d0-\u05ea]/.test(text) || /^[\d₪.,%{}a-zA-Z]+$/.test(text)).toBe(true)
    }
    expect(question.text).not.toMatch(/[\u05d0-\u05ea]\[\[/)
    expect(question.topic.split(' ').length).toBeLessThanOrEqual(5)
  })

  it('reckons a number and an order of sums to what is right', () => {
    if (question.kind === 'number') {
      const result = resultOf(question.why) ?? 0
      expect(Math.abs(result - Number(question.right))).toBeLessThanOrEqual(Number(question.tolerance) + 1e-9)
      for (const { value } of question.mistakes ?? []) {
        expect(Math.abs(Number(value) - result)).toBeGreaterThan(Number(question.tolerance))
      }
    }
    if (question.kind === 'ordering') {
      const sums = question.items.flatMap(({ why }) => resultOf(why) ?? [])
      expect(sums).toEqual(sums.toSorted((a, b) => a - b))
    }
  })

  it('writes only equations that hold', () => {
    const formulas = textsOf(question).flatMap((text) =>
      [...text.matchAll(/`([^`]*)`/g)].map((match) => match[1] ?? ''),
    )
    for (const formula of formulas.filter((run) => !run.includes('{'))) {
      expect([formula, equationsOf(isolate(`{${formula}}`)).map(({ holds }) => holds)]).toEqual([
        formula,
        /[=≈]/.test(formula) ? [true] : [],
      ])
    }
  })
})

/** What is wrong with the ids of a question, if anything. */
function idsProblem(question: Definition): string | undefined {
  const known = (ids: string[], right: string[]) =>
    new Set(ids).size === ids.length && right.every((id) => ids.includes(id)) && right.length < ids.length
  const idsOf = (parts: { id: string }[]) => parts.map(({ id }) => id)
  switch (question.kind) {
    case 'single-choice':
      return known(idsOf(question.options), [question.right]) ? undefined : 'options'
    case 'multiple-choice':
      return known(idsOf(question.options), question.right) ? undefined : 'options'
    case 'ordering':
      return known(idsOf(question.items), []) ? undefined : 'items'
    case 'matching':
      return known([...idsOf(question.pairs), ...idsOf(question.extra ?? [])], []) ? undefined : 'pairs'
    case 'fill-in': {
      const named = [...question.text.matchAll(/\[\[(\w+)\]\]/g)].map((match) => match[1])
      if (named.join() !== idsOf(question.gaps).join()) return 'gaps'
      const fits = question.gaps.every((gap) => !('options' in gap) || known(idsOf(gap.options), [gap.right]))
      return fits ? undefined : 'gap options'
    }
    default:
      return undefined
  }
}
