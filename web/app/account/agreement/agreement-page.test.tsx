import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { queryClient } from '~/shared/client/query-client'
import { screenAt } from '~/shared/testing/screen-at'
import { agreementText as text } from './agreement.he'
import { AgreementPage } from './agreement-page'

const mocks = vi.hoisted(() => ({ rpc: vi.fn(), loadProfile: vi.fn(), signOut: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc: mocks.rpc }) }))
vi.mock('~/session/student/session-keeper', () => ({ loadProfile: mocks.loadProfile }))
vi.mock('~/session/student/sign-out.calls', () => ({ signOut: mocks.signOut }))
vi.mock('~/shared/ui/toast', () => ({ toast: { success: vi.fn() } }))

const doc = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})
const owed = (slug: string, title: string, version = 2) => ({
  ...{ id: `${slug}-${version}`, slug, title_he: title, version, effective_at: '2026-11-01T09:00:00Z' },
  ...{ body: doc('המידע נשמר שנתיים'), agreed_to: { version: 1, body: doc('המידע נשמר שנה') } },
  changes: [{ version, summary_he: `תקופת השמירה השתנתה (${version})` }],
})
let answers: Record<string, unknown>

beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.mockReset()
  queryClient().clear()
  answers = { owed_legal_documents: [owed('terms', 'תנאי שימוש'), owed('privacy', 'מדיניות פרטיות')] }
  mocks.rpc.mockImplementation((name: string) => ({
    abortSignal: async () => {
      const answer = answers[name]
      return answer instanceof Error
        ? { data: null, error: { message: 'x', code: answer.message, details: '' }, status: 409 }
        : { data: answer ?? null, error: null, status: 200 }
    },
  }))
  setSession(danaSession({ profile: { ...dana, owesAgreement: true } }))
})
const open = async () => {
  screenAt('/courses/1/lessons/2', <AgreementPage />)
  await screen.findByRole('heading', { name: 'תנאי שימוש' })
  return userEvent.setup()
}
const agreed = () => mocks.rpc.mock.calls.filter(([name]) => name === 'accept_legal_documents').map(([, args]) => args)

it('[2.1-17] [5-01] says what changed and what differs, and agrees to exactly what was read', async () => {
  const user = await open()
  expect(screen.getAllByText('תקופת השמירה השתנתה (2)')).toHaveLength(2)
  expect(document.querySelector('ins')?.textContent).toContain('שנתיים')
  expect(screen.getAllByRole('link', { name: /לנוסח המלא/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/terms',
    '/privacy',
  ])
  await user.click(screen.getByRole('button', { name: text.submit }))
  expect(screen.getByText(text.agreeMissing)).toBeTruthy()
  expect(agreed()).toEqual([])
  await user.click(screen.getByLabelText('קראתי ואני מאשר/ת את הנוסח החדש: תנאי שימוש, מדיניות פרטיות'))
  await user.click(screen.getByRole('button', { name: text.submit }))
  expect(agreed()).toEqual([{ version_ids: ['terms-2', 'privacy-2'] }])
  await waitFor(() => expect(mocks.loadProfile).toHaveBeenCalledExactlyOnceWith(dana.id))
})

it('a newer version that came meanwhile is shown, and asks to be agreed to by itself', async () => {
  const user = await open()
  answers = {
    accept_legal_documents: new Error('LEGAL_TEXT_CHANGED'),
    owed_legal_documents: [owed('terms', 'תנאי שימוש', 3)],
  }
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: text.submit }))
  expect(await screen.findByText(text.changed)).toBeTruthy()
  expect(screen.getByText('תקופת השמירה השתנתה (3)')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(mocks.loadProfile).not.toHaveBeenCalled()
})

it('whoever does not agree can leave, and finds their data; a failure says so and can be tried again', async () => {
  const user = await open()
  answers.accept_legal_documents = new Error('XX000')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: text.submit }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('link', { name: text.myData }).getAttribute('href')).toBe('/profile/privacy')
  await user.click(screen.getByRole('button', { name: text.signOut }))
  expect(mocks.signOut).toHaveBeenCalledOnce()
})

it('agreed to in another tab, the page looks again', async () => {
  answers.owed_legal_documents = []
  screenAt('/dashboard', <AgreementPage />)
  await waitFor(() => expect(mocks.loadProfile).toHaveBeenCalledExactlyOnceWith(dana.id))
})
