import { describe, expect, it } from 'vitest'
import type { Definition } from '../../../functions/_shared/quizzes/types.ts'
import { isolate } from '../bidi.ts'
import { equationsOf } from '../equations.ts'
import { content } from '../index.ts'
import { quizSources, quizzes } from './index.ts'
import { questionsOf, reasonsOf, textsOf } from './texts.ts'

const all = quizzes.flatMap(({ courseId, quiz }) => questionsOf(quiz).map((question) => ({ courseId, question })))
const withName = all.map(({ courseId, question }) => [question.topic, courseId, question] as const)
const withoutFormulas = (text: string): string => text.replace(/`[^`]*`/g, '')
const unique = (values: string[]) => expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([])

describe('the tests of the demo courses', () => {
  it('each is of a published course, with an id of its own', () => {
    unique(quizzes.map(({ id }) => id))
    for (const { courseId } of quizzes) {
      expect(content.courses.find(({ id }) => id === courseId)?.is_published).toBe(true)
    }
  })

  it.each(Object.entries(quizSources))('%s says what to expect, and draws no more than it has', (_course, quiz) => {
    expect(quiz.intro.length).toBeGreaterThan(40)
    expect(quiz.passPercent).toBeGreaterThanOrEqual(60)
    for (const { draw, questions } of quiz.pools) expect(draw ?? 0).toBeLessThanOrEqual(questions.length)
    const asked = quiz.pools.reduce((sum, { draw, questions }) => sum + (draw ?? questions.length), 0)
    expect(asked).toBeGreaterThanOrEqual(8)
    expect(questionsOf(quiz).length).toBeGreaterThan(asked)
    expect(questionsOf(quiz).filter(({ kind }) => kind === 'calculated').length).toBeGreaterThanOrEqual(3)
  })

  it('no text stands twice', () => {
    unique(all.map(({ question }) => question.text))
    for (const quiz of Object.values(quizSources)) unique(questionsOf(quiz).map(({ topic }) => topic))
    unique(all.flatMap(({ question }) => reasonsOf(question).map(({ why }) => why)))
  })

  it('the right one of a choice is not always in the same place', () => {
    const places = all.flatMap(({ question }) => (question.kind === 'single-choice' ? [question.right] : []))
    for (const place of ['a', 'b', 'c']) {
      expect(places.filter((one) => one === place).length).toBeLessThan(places.length * 0.6)
    }
    const claims = all.flatMap(({ question }) => (question.kind === 'true-false' ? [question.right] : []))
    expect(new Set(claims).size).toBe(2)
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
    expect(question.topic.split(' ').length).toBeLessThanOrEqual(5)
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
