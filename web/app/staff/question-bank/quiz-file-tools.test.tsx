import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import type { Pool } from './definitions.rules'
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

describe('questions from and to files', () => {
  it('are given as they stand in the form', async () => {
    const user = open()
    await user.click(screen.getByRole('button', { name: text.save }))
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(text.name, 'application/json', writeQuizFile(pools()))
  })

  it('are given as a table too, which comes back as it was', async () => {
    const user = open()
    await user.click(screen.getByRole('button', { name: text.saveTable }))
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(text.tableName, 'text/csv', writeQuizTable(pools()))
    await choose(user, writeQuizTable(pools({ text: 'מטבלה' })))
    await user.click(await screen.findByRole('radio', { name: text.replace }))
    await user.click(screen.getByRole('button', { name: text.done }))
    await waitFor(() => expect(held).toEqual(pools({ text: 'מטבלה' })))
  })

  it('come behind those that stand there, or in their place', async () => {
    const user = open()
    await choose(user, writeQuizFile(pools({ text: 'אחרת' })))
    await user.click(await screen.findByRole('button', { name: text.done }))
    await waitFor(() => expect(held).toHaveLength(2))
    expect(toast.success).toHaveBeenCalledWith(text.taken)
    await choose(user, writeQuizFile(pools({ text: 'לבדה' })))
    await user.click(await screen.findByRole('radio', { name: text.replace }))
    await user.click(screen.getByRole('button', { name: text.done }))
    await waitFor(() => expect(held).toHaveLength(1))
    expect(held[0]?.questions[0]?.definition.text).toBe('לבדה')
  })

  it('that are wrong change nothing, and are told with their place', async () => {
    const user = open()
    await choose(user, writeQuizFile(pools({ why: {} })))
    expect((await screen.findByRole('dialog')).textContent).toContain(text.problem(1, 1))
    await user.click(screen.getByRole('button', { name: text.close }))
    expect(held).toEqual(pools())
  })

  it('of no file of ours change nothing, and say so', async () => {
    const user = open()
    await choose(user, 'name,phone\n')
    await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith(text.faults.COLUMNS))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
