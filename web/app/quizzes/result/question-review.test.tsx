import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AskedQuestion } from '~/quizzes/attempt/attempt.rules'
import { renderInRouter } from '~/shared/testing/test-router'
import { explainAnswer, presentQuestion } from '../../../../supabase/functions/_shared/quizzes/registry.ts'
import type { Answer, Definition } from '../../../../supabase/functions/_shared/quizzes/types.ts'
import { QuestionReview } from './question-review'

const LESSON = '8f3fdf0e-0000-4000-8000-000000000001'
const lessons = new Map([[LESSON, { id: LESSON, courseId: 'c1', title: 'ריבית פשוטה' }]])
const SEED = 'a seed of this test'

/** Shows the review of an answer, which may be made from the right one. */
function show(definition: Definition, answerOf: (right: Answer) => Answer | null) {
  const { right } = explainAnswer(definition, SEED, null)
  const answer = answerOf(right)
  const review = explainAnswer(definition, SEED, answer)
  const question: AskedQuestion = {
    position: 3,
    presented: presentQuestion(definition, SEED),
    answer,
    confidence: 'sure',
    flagged: false,
    sequence: 1,
    correct: review.correct,
    review,
  }
  return renderInRouter(<QuestionReview question={question} lessons={lessons} />)
}
const rowOf = (text: string) =>
  screen.getAllByRole('listitem').find((row) => row.textContent?.includes(text)) as HTMLElement

const single: Definition = {
  kind: 'single-choice',
  topic: 'ריבית',
  text: 'מה גדל בכל שנה?',
  watchAgain: { lesson: LESSON, second: 83 },
  options: [
    { id: 'a', text: 'הקרן', why: 'היא נשארת.' },
    { id: 'b', text: 'הריבית', why: 'היא נצברת.' },
  ],
  right: 'b',
}

describe('the review of a question', () => {
  it('says right in words, how sure one was, and leads to the second that explains it', async () => {
    show(single, (right) => right)
    expect(await screen.findByText(/שאלה 3: נכון/)).toBeTruthy()
    expect(screen.getByText(/הייתם בטוחים/)).toBeTruthy()
    const link = screen.getByRole('link', { name: /לצפות שוב בהסבר/ })
    expect(link.getAttribute('href')).toBe(`/courses/c1/lessons/${LESSON}#t=83`)
    expect(link.textContent).toContain('ריבית פשוטה, מ־1:23')
  })

  it('tells of every option why, and which one was chosen', async () => {
    show(single, (right) => ({ choice: 'choice' in right ? `not ${right.choice}` : '' }))
    expect(await screen.findByText(/שאלה 3: לא נכון/)).toBeTruthy()
    expect(within(rowOf('הריבית')).getByText('התשובה הנכונה')).toBeTruthy()
    expect(rowOf('הריבית').textContent).toContain('היא נצברת.')
    expect(rowOf('הקרן').textContent).toContain('היא נשארת.')
  })

  it('says that there was no answer', async () => {
    show(single, () => null)
    expect(await screen.findByText(/שאלה 3: לא עניתם/)).toBeTruthy()
  })

  it('works a calculation out with the own numbers, and names a known mistake', async () => {
    const definition: Definition = {
      kind: 'calculated',
      topic: 'מס',
      text: 'כמה הם {rate} מתוך {sum}?',
      variables: [
        { name: 'sum', unit: 'shekel', oneOf: ['2000'] },
        { name: 'rate', unit: 'percent', oneOf: ['25'] },
      ],
      formula: 'sum * rate / 100',
      rounding: { digits: 0 },
      tolerance: '0',
      unit: 'shekel',
      steps: [{ text: 'כופלים את {sum} באחוז', formula: 'sum * rate / 100', unit: 'shekel' }],
      mistakes: [{ formula: 'sum / rate', why: 'חילקתם במקום לכפול.' }],
    }
    show(definition, () => ({ number: '80' }))
    expect(await screen.findByText('חילקתם במקום לכפול.')).toBeTruthy()
    expect(screen.getByText('₪80').parentElement?.textContent).toBe('עניתם ₪80, התשובה ₪500')
    expect(rowOf('כופלים את ₪2,000 באחוז').textContent).toContain('₪500')
  })

  it('shows the right order, and where one had put what', async () => {
    const items = ['בודקים', 'משווים', 'חותמים'].map((text, i) => ({ id: 'abc'.charAt(i), text, why: `כי ${text}` }))
    show({ kind: 'ordering', topic: 'א', text: 'סדרו.', items }, (right) =>
      'order' in right ? { order: right.order.toReversed() } : null,
    )
    expect(await screen.findByText('הסדר הנכון')).toBeTruthy()
    expect(
      screen.getAllByRole('listitem').map((row) => /בודקים|משווים|חותמים/.exec(row.textContent ?? '')?.[0]),
    ).toEqual(['בודקים', 'משווים', 'חותמים'])
    expect(rowOf('בודקים').textContent).toContain('אצלכם: מקום 3')
    expect(rowOf('משווים').textContent).not.toContain('אצלכם')
  })

  it('shows pairs and gaps with what was said in their place', async () => {
    const pairs = [
      { id: 'a', left: 'קבועה', right: 'ידועה מראש', why: 'נקבעה בחוזה.' },
      { id: 'b', left: 'משתנה', right: 'זזה עם המשק', why: 'תלויה בבנק ישראל.' },
    ]
    const { unmount } = show({ kind: 'matching', topic: 'א', text: 'התאימו.', pairs }, (right) => {
      if (!('pairs' in right)) return null
      const [one, other] = Object.keys(right.pairs)
      return one && other ? { pairs: { [one]: right.pairs[other] ?? '', [other]: right.pairs[other] ?? '' } } : null
    })
    expect((await screen.findAllByText(/^עניתם (ידועה מראש|זזה עם המשק)$/)).length).toBe(1)
    unmount()
    show(
      {
        kind: 'fill-in',
        topic: 'א',
        text: 'הריבית [[g]].',
        gaps: [{ id: 'g', why: 'כי היא מחיר.', accepted: ['מחיר הכסף'] }],
      },
      (right) =>
        'gaps' in right ? { gaps: Object.fromEntries(Object.keys(right.gaps).map((id) => [id, 'מס'])) } : null,
    )
    expect(await screen.findByText('עניתם מס')).toBeTruthy()
    expect(rowOf('מחיר הכסף').textContent).toContain('כי היא מחיר.')
  })
})
