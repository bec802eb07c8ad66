import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { reasonText } from '~/staff/shared/reason-dialog.he'
import { refusalText } from '~/staff/shared/refusals.he'
import { accessRequestsText as text } from './access-requests.he'
import { AccessRequestsScreen } from './access-requests-screen'

const server = vi.hoisted(() => ({ rpc: vi.fn(), rows: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => {
  const query = {
    select: () => query,
    eq: () => query,
    order: () => query,
    limit: () => query,
    abortSignal: async () => server.rows(),
  }
  return { browserSupabase: () => ({ rpc: server.rpc, from: () => query }) }
})
const member = vi.hoisted(() => ({ role: { name: 'admin', level: 2, permissions: ['students.view', 'users.manage'] } }))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))

const request = {
  id: 'r1',
  first_name: 'דנה',
  last_name: 'לוי',
  former_email_masked: 'l***@e***.com',
  contact_email_masked: 'f***@e***.com',
  phone_masked: '**********200',
  message: 'התיבה של העבודה נסגרה',
  created_at: '2026-11-20T10:00:00Z',
}
const match = { student_id: 's1', names_match: true, phone_matches: false, is_open: true, contact_taken: false }
const answer = (name: string, data: unknown) =>
  name === 'decide_access_request' && data instanceof Error
    ? { data: null, error: { code: data.message, message: 'no' }, status: 409 }
    : { data, error: null, status: 200 }
let decided: unknown = null

beforeEach(() => {
  decided = null
  member.role = { name: 'admin', level: 2, permissions: ['students.view', 'users.manage'] }
  server.rows.mockReset().mockReturnValue({ data: [request], error: null })
  server.rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => answer(name, name === 'match_access_request' ? match : decided),
  }))
})
const open = async () => {
  screenAt('/admin/students/access-requests', <AccessRequestsScreen />)
  await screen.findByText(text.waiting(1))
}

describe('requests for access', () => {
  it('[2.9-01] are shown masked, compared with the account, and granted with a reason', async () => {
    await open()
    expect(screen.getByText('l***@e***.com')).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.grant })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: text.check }))
    expect(await screen.findByText(`${text.phone}: ${text.differs}`)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: text.grant }))
    await userEvent.type(screen.getByRole('textbox', { name: reasonText.reason }), 'אומתה בטלפון')
    await userEvent.click(screen.getByRole('button', { name: text.grantConfirm }))
    await waitFor(() =>
      expect(server.rpc).toHaveBeenCalledWith('decide_access_request', {
        request_id: 'r1',
        granted: true,
        reason: 'אומתה בטלפון',
      }),
    )
  })

  it('say so when somebody else decided first', async () => {
    decided = new Error('ALREADY_DECIDED')
    await open()
    await userEvent.click(screen.getByRole('button', { name: text.refuse }))
    await userEvent.type(screen.getByRole('textbox', { name: reasonText.reason }), 'לא תואם')
    await userEvent.click(screen.getByRole('button', { name: text.refuseConfirm }))
    expect((await screen.findByRole('alert')).textContent).toBe(refusalText.ALREADY_DECIDED)
  })

  it('[6-07] are read, not decided, without users.manage', async () => {
    member.role = { name: 'admin', level: 2, permissions: ['students.view'] }
    await open()
    expect(screen.queryByRole('button', { name: text.refuse })).toBeNull()
  })

  it('none wait', async () => {
    server.rows.mockReturnValue({ data: [], error: null })
    screenAt('/admin/students/access-requests', <AccessRequestsScreen />)
    expect(await screen.findByText(text.none)).toBeTruthy()
  })
})
