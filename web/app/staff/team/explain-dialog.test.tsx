import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { explainText as text } from './explain.he'
import { ExplainDialog } from './explain-dialog'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const held = { active: true, verified: true, session: true, second_step: true, role: true, permission: true }
const row = { first_name: 'רון', last_name: 'כהן', email: 'ron@academy.example', level: 1, is_active: true }
const answers: Record<string, unknown> = {
  explain_access: held,
  explain_reach: { ...held, other: true, level: false },
  list_team: { members: [{ ...row, id: 'boss', role: 'super_admin' }], invitations: [], roles: [] },
}
beforeEach(() => {
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => ({ data: answers[name], error: null, status: 200 }),
  }))
})

it('[6-11] says which rule opens a page, and which keeps a member from acting on a mightier one', async () => {
  screenAt('/admin/users', <ExplainDialog member={{ id: 'm1', name: 'נועה', email: '' }} onClose={() => undefined} />)
  expect(await screen.findByText(text.open)).toBeTruthy()
  expect(screen.queryByText(text.rules.level)).toBeNull()
  fireEvent.change(screen.getByLabelText(text.page), { target: { value: 'change' } })
  await screen.findByRole('option', { name: 'רון כהן (super_admin)' })
  fireEvent.change(screen.getByLabelText(text.target), { target: { value: 'boss' } })
  expect(await screen.findByText(text.refused)).toBeTruthy()
  expect(screen.getByText(text.rules.level).parentElement?.textContent).toContain(text.fails)
  expect(rpc).toHaveBeenCalledWith('explain_reach', { admin_id: 'm1', target_id: 'boss', action: 'change' })
})

it('[6-13] a page that asks for one of several permissions is open to whoever holds any of them', async () => {
  rpc.mockImplementation((_: string, { permission }: { permission?: string }) => ({
    abortSignal: async () => ({
      data: { ...held, permission: permission === 'news.manage' },
      error: null,
      status: 200,
    }),
  }))
  screenAt('/admin/users', <ExplainDialog member={{ id: 'm1', name: 'נועה', email: '' }} onClose={() => undefined} />)
  fireEvent.change(await screen.findByLabelText(text.page), { target: { value: 'quizzes' } })
  expect(await screen.findByText(text.closed)).toBeTruthy()
  fireEvent.change(screen.getByLabelText(text.page), { target: { value: 'media' } })
  expect(await screen.findByText(text.open)).toBeTruthy()
})
