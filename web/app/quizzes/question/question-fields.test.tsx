import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fieldText } from './fields.he'
import { QuestionFields } from './question-fields'
import type { Answer, Presented } from './quiz-types.rules'

let given: Answer | null
let bring: (answer: Answer) => void
afterEach(() => void vi.unstubAllGlobals())

function Held({ presented, first }: { presented: Presented; first: Answer | null }) {
  const [answer, setAnswer] = useState(first)
  given = answer
  bring = setAnswer
  return (
    <>
      <output>{JSON.stringify(answer)}</output>
      <QuestionFields presented={presented} answer={answer} onAnswer={setAnswer} />
    </>
  )
}
function show(presented: Presented, first: Answer | null = null) {
  given = null
  return { user: userEvent.setup(), ...render(<Held presented={presented} first={first} />) }
}

const options = [
  { id: 'x1', text: 'הקרן' },
  { id: 'x2', text: 'הריבית' },
  { id: 'x3', text: 'העמלה' },
]

describe('one answer of several', () => {
  const question: Presented = { kind: 'single-choice', text: 'מה גדל?', topic: 'ריבית', options }

  it('is chosen by keyboard, in a group that is named by the question', async () => {
    const { user } = show(question)
    const group = screen.getByRole('group', { name: 'מה גדל?' })
    await user.tab()
    await user.keyboard(' ')
    expect(given).toEqual({ choice: 'x1' })
    await user.click(within(group).getByText('הריבית'))
    expect(given).toEqual({ choice: 'x2' })
    expect(within(group).getByRole('radio', { name: 'הריבית' })).toHaveProperty('checked', true)
  })
})

it('several answers are chosen and taken back, down to none', async () => {
  const { user } = show({ kind: 'multiple-choice', text: 'מה גדל?', topic: 'ריבית', options })
  await user.click(screen.getByRole('checkbox', { name: 'הריבית' }))
  await user.click(screen.getByRole('checkbox', { name: 'העמלה' }))
  expect(given).toEqual({ choices: ['x2', 'x3'] })
  await user.click(screen.getByRole('checkbox', { name: 'הריבית' }))
  await user.click(screen.getByRole('checkbox', { name: 'העמלה' }))
  expect(given).toBeNull()
})

it('true or false is one of two', async () => {
  const { user } = show({ kind: 'true-false', text: 'מס הוא חובה.', topic: 'מס' })
  await user.click(screen.getByRole('radio', { name: fieldText.false }))
  expect(given).toEqual({ claim: false })
})

describe('a number', () => {
  const question: Presented = {
    kind: 'calculated',
    text: 'כמה הם `4.5%` מתוך הסכום?',
    topic: 'מס',
    given: [{ name: 'סכום', value: '₪8,400' }],
    unit: 'shekel',
    digits: 0,
  }
  const field = () => screen.getByRole('textbox', { name: /כמה הם/ })

  it('says how it was understood, in words', async () => {
    const { user } = show(question)
    await user.type(field(), '14,245 ₪')
    expect(given).toEqual({ number: '14245' })
    expect(screen.getByText('הבנו: ארבעה־עשר אלף מאתיים ארבעים וחמישה שקלים')).toBeTruthy()
  })

  it('that cannot be read is no answer, and the text stays with a word about it', async () => {
    const { user } = show(question, { number: '12' })
    await user.clear(field())
    await user.type(field(), 'המון')
    expect(given).toBeNull()
    expect(field()).toHaveProperty('value', 'המון')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(fieldText.problems.NOT_A_NUMBER)).toBeTruthy()
  })

  it('gets a minus from a button, for number pads that have none, before or after its digits', async () => {
    const { user } = show(question)
    const sign = screen.getByRole('button', { name: fieldText.otherSign })
    await user.click(sign)
    expect(given).toBeNull()
    expect(field()).toBe(document.activeElement)
    expect(field().getAttribute('aria-invalid')).toBeNull()
    await user.keyboard('40')
    expect(given).toEqual({ number: '-40' })
    expect(screen.getByText('הבנו: מינוס ארבעים שקלים')).toBeTruthy()
    await user.tab()
    expect(sign).toBe(document.activeElement)
    await user.keyboard('{Enter}')
    expect(given).toEqual({ number: '40' })
    await user.click(sign)
    expect(given).toEqual({ number: '-40' })
    await user.clear(field())
    await user.click(sign)
    await user.click(sign)
    expect(field()).toHaveProperty('value', '')
  })

  it('that could be two numbers is no answer, and the button leaves it as it is', async () => {
    const { user } = show(question)
    await user.type(field(), '1.234,5')
    expect(given).toBeNull()
    expect(screen.getByText(fieldText.problems.SEPARATORS)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: fieldText.otherSign }))
    expect(field()).toHaveProperty('value', '1.234,5')
  })

  it('that another device answered takes the place of what stood there', () => {
    const { rerender } = render(
      <QuestionFields presented={question} answer={{ number: '12' }} onAnswer={() => undefined} />,
    )
    rerender(<QuestionFields presented={question} answer={{ number: '1500.5' }} onAnswer={() => undefined} />)
    expect(field()).toHaveProperty('value', '1,500.5')
  })

  it('that is half typed the moment another one is there takes its place', async () => {
    show(question, { number: '12' })
    const stands = screen.getAllByRole('status')[0] as HTMLElement
    // As in a browser, where React does its work when there is time for it.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    const seen = new MutationObserver(() => {
      seen.disconnect()
      fireEvent.change(field(), { target: { value: 'מאה' } })
    })
    seen.observe(stands, { characterData: true, subtree: true })
    bring({ number: '1500.5' })
    await waitFor(() => expect(stands.textContent).toBe('null'))
    expect(field()).toHaveProperty('value', 'מאה')
  })

  it('comes with its facts, and formulas in one piece from left to right', () => {
    show(question)
    expect(screen.getByText('4.5%').closest('bdi')?.dir).toBe('ltr')
    expect(screen.getByText('₪8,400').closest('bdi')?.dir).toBe('ltr')
  })
})

describe('an order', () => {
  const question: Presented = { kind: 'ordering', text: 'סדרו.', topic: 'ריבית', items: options }
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent?.replace(/^\d/, ''))

  it('is made by the arrows, which tell where a row went and keep the focus', async () => {
    const { user } = show(question)
    screen.getByRole('button', { name: 'להוריד: הקרן' }).focus()
    await user.keyboard('{Enter}')
    expect(rows()).toEqual(['הריבית', 'הקרן', 'העמלה'])
    expect(given).toEqual({ order: ['x2', 'x1', 'x3'] })
    expect(screen.getByText('הקרן: מקום 2 מתוך 3')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(given).toEqual({ order: ['x2', 'x3', 'x1'] })
  })

  it('that is right as it stands can be said', async () => {
    const { user } = show(question)
    expect(given).toBeNull()
    await user.click(screen.getByRole('button', { name: fieldText.orderKeep }))
    expect(given).toEqual({ order: ['x1', 'x2', 'x3'] })
  })
})

it('pairs are chosen for each side by its name, and taken back', async () => {
  const { user } = show({
    kind: 'matching',
    text: 'התאימו.',
    topic: 'ריבית',
    left: [
      { id: 'l1', text: 'קבועה' },
      { id: 'l2', text: 'משתנה' },
    ],
    right: options,
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'קבועה' }), 'x2')
  expect(given).toEqual({ pairs: { l1: 'x2' } })
  expect(screen.getByRole('combobox', { name: 'משתנה' }).textContent).toContain('הריבית (כבר נבחר)')
  await user.selectOptions(screen.getByRole('combobox', { name: 'קבועה' }), '')
  expect(given).toBeNull()
})

it('gaps are chosen or written where they stand', async () => {
  const { user } = show({
    kind: 'fill-in',
    text: 'הריבית [[g1]] והקרן [[g2]].',
    topic: 'ריבית',
    gaps: [{ id: 'g1', options }, { id: 'g2' }],
  })
  await user.selectOptions(screen.getByRole('combobox', { name: 'השלמה 1 מתוך 2' }), 'x2')
  await user.type(screen.getByRole('textbox', { name: 'השלמה 2 מתוך 2' }), 'קטנה')
  expect(given).toEqual({ gaps: { g1: 'x2', g2: 'קטנה' } })
})

it('a sign behind a gap stays with it on one line, and what follows does not', () => {
  show({ kind: 'fill-in', text: 'זו [[g1]], וזו [[g2]] כאן.', topic: 'ריבית', gaps: [{ id: 'g1' }, { id: 'g2' }] })
  const besides = screen.getAllByRole('textbox').map(({ parentElement }) => parentElement?.textContent)
  expect(besides).toEqual([',', ''])
})
