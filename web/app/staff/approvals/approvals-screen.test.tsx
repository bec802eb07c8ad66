import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { approvalRefusals, approvalsText as text } from './approvals.he'
import { ApprovalsScreen } from './approvals-screen'

const server = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => ({
    rpc: (name: string, args: unknown) => ({ abortSignal: async () => server.rpc(name, args) }),
  }),
}))

const row = {
  ...{ id: 'a1', action: 'super_admin', about: 'נועה · noa@academy.example', reason: 'החלפה בחופשה', state: 'waiting' },
  ...{ requested_by: 'דן', requested_at: '2026-11-28T10:00:00Z', expires_at: '2026-11-29T10:00:00Z' },
  ...{ decided_by: null, own: false, may_decide: true },
}
let listed: { alone: boolean; requests: object[] }
let decision: { data: unknown; error: object | null; status: number }
beforeEach(() => {
  listed = { alone: false, requests: [row] }
  decision = { data: null, error: null, status: 204 }
  server.rpc
    .mockReset()
    .mockImplementation((name: string) =>
      name === 'list_approvals' ? { data: listed, error: null, status: 200 } : decision,
    )
})
const open = () => screenAt('/admin/approvals', <ApprovalsScreen />)
const choice = (word: string) => screen.findByRole('button', { name: text.of(word, text.acts.super_admin) })

describe('requests for approval', () => {
  it.each([
    [text.approve, text.approveTitle, true],
    [text.refuse, text.refuseTitle, false],
  ])('are shown with who, whom and why, and decided once more asked: %s', async (word, title, approved) => {
    open()
    expect(await screen.findByText('נועה · noa@academy.example')).toBeTruthy()
    expect(screen.getByText('החלפה בחופשה')).toBeTruthy()
    await userEvent.click(await choice(word))
    await screen.findByText(title)
    await userEvent.click(screen.getByRole('button', { name: word }))
    await waitFor(() => expect(server.rpc).toHaveBeenCalledWith('decide_approval', { request_id: 'a1', approved }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('of one’s own are taken back only', async () => {
    listed.requests = [{ ...row, own: true, may_decide: false }]
    open()
    await choice(text.takeBack)
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })

  it.each(Object.entries(text.states).filter(([state]) => state !== 'waiting'))(
    'that are %s show it and no choice',
    async (state, words) => {
      listed.requests = [{ ...row, state, decided_by: 'רות' }]
      open()
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  it('say when somebody was first, and are read anew', async () => {
    decision = { data: null, error: { code: 'ALREADY_DECIDED', message: 'no', details: '' }, status: 409 }
    open()
    await userEvent.click(await choice(text.approve))
    await userEvent.click(await screen.findByRole('button', { name: text.approve }))
    expect((await screen.findByRole('alert')).textContent).toBe(approvalRefusals.ALREADY_DECIDED)
    expect(server.rpc.mock.calls.filter(([name]) => name === 'list_approvals')).toHaveLength(2)
  })

  it('are none, and nobody else has to approve', async () => {
    listed = { alone: true, requests: [] }
    open()
    expect(await screen.findByText(text.none)).toBeTruthy()
    expect(screen.getByText(text.alone)).toBeTruthy()
  })
})
