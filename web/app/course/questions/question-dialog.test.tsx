import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Lesson } from '~/course/lesson/lesson.rules'
import { lessonPageText } from '~/course/lesson/lesson-page.he'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { queryClient } from '~/shared/client/query-client'
import { AppError } from '~/shared/errors/errors'
import { QuestionDialog } from './question-dialog'
import { questionText as text } from './questions.he'

const support = vi.hoisted(() => ({ openTicket: vi.fn() }))
vi.mock('~/support/tickets/tickets.calls', () => support)

const lesson: Lesson = { id: 'l1', courseId: 'c1', titleHe: 'מהי ריבית', descriptionHe: '', durationSeconds: 60 }
const QUESTION = 'למה הריבית גדלה בכל שנה?'
const onOpen = vi.fn()

beforeEach(() => {
  setSession(danaSession())
  support.openTicket.mockReset().mockResolvedValue('0a1b2c3d-0000-4000-8000-000000000000')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

async function ask(question = QUESTION) {
  const client = queryClient()
  render(
    <QueryClientProvider client={client}>
      <QuestionDialog userId="dana" lesson={lesson} position={() => 24.6} onOpen={onOpen} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: lessonPageText.ask }))
  const field = await screen.findByRole('textbox')
  if (question) await userEvent.type(field, question)
}
const send = () => userEvent.click(screen.getByRole('button', { name: text.send }))

it('names lesson and second, stops the video, and says what happens next', async () => {
  await ask()
  expect(onOpen).toHaveBeenCalled()
  await send()
  expect(support.openTicket).toHaveBeenCalledWith(
    expect.objectContaining({ subject: 'שאלה על השיעור: מהי ריבית', message: QUESTION }),
    { courseId: 'c1', lessonId: 'l1', seconds: 24 },
  )
  expect(screen.getByRole('dialog', { name: text.sentTitle }).textContent).toContain('0a1b2c3d')
  expect(screen.getByText('dana@example.com')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text.back }))
})

it('can be about the whole lesson', async () => {
  await ask()
  await userEvent.click(screen.getByRole('radio', { name: text.whole }))
  await send()
  expect(support.openTicket.mock.calls[0]?.[1]).toEqual({ courseId: 'c1', lessonId: 'l1' })
})

it('too short a question is not sent, and the field has the focus', async () => {
  await ask('למה')
  await send()
  expect(screen.getByText(text.short)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  expect(support.openTicket).not.toHaveBeenCalled()
})

it.each([
  ['the limit', new AppError('TOO_MANY_REQUESTS'), text.limit],
  ['the connection', new TypeError('Failed to fetch'), /אין חיבור לשרת/],
])('%s is explained, and the text stays, also when the window is closed', async (_, failure, words) => {
  support.openTicket.mockRejectedValueOnce(failure)
  await ask()
  await send()
  expect(screen.getByRole('alert').textContent).toMatch(words)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: lessonPageText.ask }))
  expect(await screen.findByRole('textbox')).toHaveProperty('value', QUESTION)
})

it('without a connection nothing is tried, and the text is kept', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await ask()
  await send()
  expect(screen.getByRole('alert').textContent).toBe(text.offline)
  expect(support.openTicket).not.toHaveBeenCalled()
})

it('what is written while a question is on its way is there when the window is opened again', async () => {
  let arrive: ((id: string) => void) | undefined
  support.openTicket.mockReturnValueOnce(
    new Promise<string>((resolve) => {
      arrive = resolve
    }),
  )
  await ask()
  await send()
  await userEvent.type(screen.getByRole('textbox'), ' ועוד')
  arrive?.('0a1b2c3d-0000-4000-8000-000000000000')
  await userEvent.click(await screen.findByRole('button', { name: text.back }))
  await userEvent.click(screen.getByRole('button', { name: lessonPageText.ask }))
  expect(await screen.findByRole('textbox')).toHaveProperty('value', `${QUESTION} ועוד`)
})
