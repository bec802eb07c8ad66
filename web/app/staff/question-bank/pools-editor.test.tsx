import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import type { Pool } from './definitions.rules'
import { drawText } from './draw-tester.he'
import { PoolsEditor } from './pools-editor'
import { bankText as text } from './question-bank.he'
import { shapeText } from './question-shapes.he'

const { toast } = vi.hoisted(() => ({ toast: { success: vi.fn() } }))
vi.mock('~/shared/ui/toast', () => ({ toast }))

const QUESTION = {
  ...{ kind: 'true-false', topic: 'מס', text: 'מס הוא חובה.', right: true },
  why: { true: 'כך אומר החוק', false: 'החוק מחייב' },
}
let held: Pool[]
const setHeld: { current: (json: string) => void } = { current: () => undefined }

function Form({ first }: { first: object[] }) {
  const [json, setJson] = useState(JSON.stringify(first))
  held = JSON.parse(json) as Pool[]
  setHeld.current = setJson
  return <PoolsEditor course="c" json={json} onChange={setJson} tools={() => null} />
}
const open = (first: object[] = [{ topic: 'מס', draw: null, questions: [{ id: 'q1', definition: QUESTION }] }]) => {
  screenAt('/admin/quizzes/q', <Form first={first} />)
  return userEvent.setup()
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const definitions = () => held.flatMap(({ questions }) => questions.map(({ definition }) => definition))
beforeEach(() => toast.success.mockReset())

describe('the questions of a test', () => {
  it('[2.12-12] are written from nothing, and shown as students meet them once nothing is wrong', async () => {
    const user = open([])
    await user.click(button(text.addPool))
    await user.type(screen.getByLabelText(text.poolTopic), 'מס')
    await user.selectOptions(screen.getByLabelText(text.addQuestion), text.kinds['single-choice'])
    await user.click(button(text.add))
    expect(screen.getByText(text.previewWaits)).toBeTruthy()
    await user.type(screen.getByLabelText(shapeText.question), 'מי משלם מס?')
    const [first, second] = screen.getAllByRole('group', { name: /^אפשרות/ }) as [HTMLElement, HTMLElement]
    await user.type(within(first).getByLabelText(shapeText.wording), 'כולם')
    await user.type(within(first).getByLabelText(shapeText.why), 'החוק')
    await user.type(within(second).getByLabelText(shapeText.wording), 'איש')
    await user.type(within(second).getByLabelText(shapeText.why), 'לא כך')
    await user.click(within(second).getByRole('radio'))
    expect(definitions()).toMatchObject([{ kind: 'single-choice', topic: 'מס', text: 'מי משלם מס?', right: 'b' }])
    const preview = within(screen.getByRole('region', { name: text.preview }))
    await user.click(preview.getByRole('radio', { name: 'איש' }))
    await user.click(preview.getByRole('button', { name: text.check }))
    expect(preview.getByText('לא כך')).toBeTruthy()
    expect(preview.queryByRole('radio')).toBeNull()
    await user.click(preview.getByRole('button', { name: text.again }))
    expect(preview.getAllByRole('radio')).toHaveLength(2)
  })

  it('say what is wrong at its place', async () => {
    const user = open()
    await user.click(button(/^נכון או לא נכון/))
    const why = screen.getByLabelText<HTMLTextAreaElement>(shapeText.whyTrue)
    await user.clear(why)
    expect(why.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(text.problems.one)).toBeTruthy()
    expect(screen.getByText(text.previewWaits)).toBeTruthy()
  })

  it('are removed, copied and moved, with the way back', async () => {
    const user = open([
      { topic: 'מס', draw: null, questions: [{ id: 'q1', definition: QUESTION }] },
      { topic: 'ריבית', draw: null, questions: [] },
    ])
    await user.click(button(text.of(text.copy, QUESTION.text)))
    expect(new Set(held[0]?.questions.map(({ id }) => id)).size).toBe(2)
    await user.click(screen.getAllByRole('button', { name: text.of(text.remove, QUESTION.text) })[1] as HTMLElement)
    expect(definitions()).toHaveLength(1)
    toast.success.mock.lastCall?.[1].onClick()
    await vi.waitFor(() => expect(definitions()).toHaveLength(2))
    await user.selectOptions(screen.getAllByLabelText(text.of(text.moveTo, QUESTION.text))[0] as HTMLElement, 'ריבית')
    expect(held.map(({ questions }) => questions.length)).toEqual([1, 1])
  })

  it('go back by what they are, whatever was moved or removed since', async () => {
    const definition = (name: string) => ({ ...QUESTION, text: name })
    const questions = ['א', 'ב', 'ג'].map((name) => ({ id: name, definition: definition(name) }))
    const user = open([{ topic: 'מס', draw: null, questions }])
    const order = () => held.flatMap((pool) => pool.questions.map(({ id }) => id)).join('')
    const undo = (nth: number) => act(() => toast.success.mock.calls[nth]?.[1].onClick())
    await user.click(button(text.of(text.down, 'א')))
    await user.click(button(text.of(text.down, 'א')))
    expect(order()).toBe('בגא')
    undo(0)
    expect(order()).toBe('אבג')
    await user.click(button(text.of(text.down, 'א')))
    await user.click(button(text.of(text.remove, 'א')))
    undo(2)
    expect(order()).toBe('בג')
    undo(3)
    undo(3)
    expect(order()).toBe('באג')
  })

  it('are shown anew when the form holds others, as of an earlier version', async () => {
    open()
    setHeld.current(JSON.stringify([{ topic: 'אחר', draw: null, questions: [] }]))
    expect(await screen.findByDisplayValue('אחר')).toBeTruthy()
  })

  it('that are drawn cannot be more than there are', async () => {
    const user = open()
    await user.type(screen.getByLabelText(text.draw), '2')
    expect(held[0]?.draw).toBe(2)
    expect(screen.getByText(text.drawProblem)).toBeTruthy()
  })

  it('[2.12-12] with drawn numbers are drawn a thousand times, and say what came of it', async () => {
    const sum = {
      ...{ kind: 'calculated', topic: 'מס', text: 'כמה הם {sum} ועוד 1?', formula: 'sum + 1' },
      variables: [{ name: 'sum', unit: 'shekel', from: '100', to: '900', step: '100' }],
      ...{ rounding: { digits: 0 }, tolerance: '0', unit: 'shekel', mistakes: [] },
      steps: [{ text: 'מוסיפים', formula: 'sum + 1', unit: 'shekel' }],
    }
    const user = open([{ topic: 'מס', draw: null, questions: [{ id: 'q1', definition: sum }] }])
    await user.click(button(/^חישוב/))
    await user.click(button(drawText.draw))
    expect(await screen.findByText(drawText.noFaults)).toBeTruthy()
    expect(screen.getByRole('row', { name: 'התשובה ₪101 ₪901' })).toBeTruthy()
  })
})
