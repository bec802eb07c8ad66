import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import type { Pool } from '../question-bank/definitions.rules'
import { bankText } from '../question-bank/question-bank.he'
import { importText } from './question-import.he'
import { quizFileText as text } from './quiz-file.he'
import { writeQuizFile } from './quiz-file.rules'
import { QuizFileTools } from './quiz-file-tools'
import { writeQuizTable } from './quiz-table.rules'

const { toast, saveFile } = vi.hoisted(() => ({ toast: { success: vi.fn(), error: vi.fn() }, saveFile: vi.fn() }))
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('~/shared/browser/save-file', () => ({ saveFile }))

const QUESTION = {
  kind: 'true-false',
  topic: 'מס',
  text: 'מס הוא חובה.',
  right: true,
  why: { true: 'כן', false: 'לא' },
}
const pools = (changes = {}) =>
  [
    {
      ...{ topic: 'מס', draw: null },
      questions: [{ id: '5f0c8f3e-0000-4000-8000-000000000001', definition: { ...QUESTION, ...changes } }],
    },
  ] as unknown as Pool[]
let held: readonly Pool[]
function Form({ first }: { first: Pool[] }) {
  const [now, setNow] = useState<readonly Pool[]>(first)
  held = now
  return <QuizFileTools pools={now} change={(make) => setNow(make(now))} />
}
const open = (first = pools()) => {
  screenAt('/admin/quizzes/q', <Form first={first} />)
  return userEvent.setup()
}
const choose = (user: ReturnType<typeof userEvent.setup>, words: string) =>
  user.upload(
    screen.getByLabelText(text.open, { selector: 'input' }),
    new File([words], 'q.json', { type: 'application/json' }),
  )
beforeEach(() => {
  for (const call of [toast.success, toast.error, saveFile]) call.mockReset()
})

const exported = async (user: ReturnType<typeof userEvent.setup>, format: string) => {
  await user.selectOptions(screen.getByLabelText(text.format), format)
  await user.click(screen.getByRole('button', { name: text.save }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
}

describe('questions from and to files', () => {
  it('are given as they stand in the form', async () => {
    const user = open()
    await exported(user, text.formats.json)
    expect(saveFile).toHaveBeenCalledExactlyOnceWith('questions.json', 'application/json', writeQuizFile(pools()))
  })

  it('are given as a table too, which comes back as it was', async () => {
    const user = open()
    await exported(user, text.formats.csv)
    expect(saveFile).toHaveBeenCalledExactlyOnceWith('questions.csv', 'text/csv', writeQuizTable(pools()))
    await choose(user, writeQuizTable(pools({ text: 'מטבלה' })))
    await user.click(await screen.findByRole('radio', { name: importText.replace }))
    await user.click(screen.getByRole('button', { name: importText.done }))
    await waitFor(() => expect(held).toEqual(pools({ text: 'מטבלה' })))
  })

  it('name the questions that a format has no place for', async () => {
    const ordering = { kind: 'ordering', items: ['א', 'ב', 'ג'].map((id) => ({ id, text: id, why: 'כך' })) }
    const user = open(pools({ ...ordering, text: 'סדרו' }))
    await exported(user, text.formats.gift)
    expect((await screen.findByRole('status')).textContent).toContain('סדרו')
  })

  it('come behind those that stand there, or in their place', async () => {
    const user = open()
    await choose(user, writeQuizFile(pools({ text: 'אחרת' })))
    await user.click(await screen.findByRole('button', { name: importText.done }))
    await waitFor(() => expect(held).toHaveLength(2))
    expect(toast.success).toHaveBeenCalledWith(importText.entered)
    await choose(user, writeQuizFile(pools({ text: 'לבדה' })))
    await user.click(await screen.findByRole('radio', { name: importText.replace }))
    await user.click(screen.getByRole('button', { name: importText.done }))
    await waitFor(() => expect(held).toHaveLength(1))
    expect(held[0]?.questions[0]?.definition.text).toBe('לבדה')
  })

  it('are seen as students will see them, and each can be left', async () => {
    const user = open()
    const [first, second] = [pools({ text: 'ראשונה' })[0], pools({ text: 'שנייה' })[0]] as [Pool, Pool]
    await choose(user, writeQuizFile([first, second]))
    await user.click(await screen.findByRole('button', { name: /ראשונה/ }))
    const preview = screen.getByRole('region', { name: bankText.preview })
    expect(within(preview).getAllByRole('radio')).toHaveLength(2)
    await user.click(screen.getByRole('checkbox', { name: /שנייה/ }))
    await user.click(screen.getByRole('button', { name: importText.done }))
    await waitFor(() => expect(held).toHaveLength(2))
    expect(held[1]?.questions[0]?.definition.text).toBe('ראשונה')
  })

  it('that are wrong stay in sight with their row and field, are downloaded with reasons, and keep nothing back', async () => {
    const user = open()
    const table = 'סוג,שאלה,תשובה נכונה\nנכון/לא נכון,טובה,כן\nנכון/לא נכון,רעה,אולי\n'
    await choose(user, table)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('רעה')
    expect(dialog.textContent).toContain('שורה 3')
    expect(dialog.textContent).toContain('״תשובה נכונה״')
    await user.click(screen.getByRole('button', { name: importText.done }))
    await waitFor(() => expect(held).toHaveLength(2))
    expect(within(dialog).getByText('רעה')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: importText.saveRefused }))
    const [, , written = ''] = saveFile.mock.calls[0] as string[]
    expect(written).toContain('"רעה","אולי","')
    expect(written).not.toContain('טובה')
    await user.click(screen.getByRole('button', { name: importText.close }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('of no file of ours change nothing, and say so', async () => {
    const user = open()
    await choose(user, 'name,phone\n')
    expect((await screen.findByRole('alert')).textContent).toBe(importText.fault({ fault: 'COLUMNS' }))
    expect(held).toEqual(pools())
  })
})
