import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { teamRefusals } from '~/staff/shared/team-refusals.he'
import { invitationsText, teamText as text } from './team.he'
import { TeamScreen } from './team-screen'

const { rpc, role, signInWithOtp } = vi.hoisted(() => ({
  rpc: vi.fn(),
  role: { name: 'admin', level: 2, permissions: ['users.view', 'users.manage'] },
  signInWithOtp: vi.fn(),
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: async () => ({ signInWithOtp }) }))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => ({ role }) }))

const member = (name: string, changed: object = {}) => ({
  ...{ id: name, first_name: name, last_name: '', email: `${name}@academy.example`, role: 'analyst', level: 3 },
  ...{ is_active: true, email_verified: true, last_login_at: null, second_step: true, is_self: false },
  ...{ may_change: true, ...changed },
})
const answers: Record<string, () => unknown> = {}
const failing = (code: string) => () => {
  throw { code, message: 'refused', details: '', hint: '' }
}
const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

beforeEach(() => {
  rpc.mockReset()
  signInWithOtp.mockReset().mockResolvedValue({ error: null })
  answers.list_team = () => ({
    members: [member('boss', { role: 'super_admin', level: 1, may_change: false }), member('dana')],
    invitations: [],
    roles: ['admin', 'analyst', 'unknown'],
    more: false,
  })
  rpc.mockImplementation((name: string) => ({
    abortSignal: async () => {
      try {
        return { data: answers[name]?.() ?? null, error: null, status: 200 }
      } catch (error) {
        return { data: null, error, status: 403 }
      }
    },
  }))
})

async function openMenu(name: string) {
  fireEvent.keyDown(await screen.findByRole('button', { name: text.menu(name) }), { key: 'Enter' })
  return screen.findAllByRole('menuitem')
}
const open = () => screenAt('/admin/users', <TeamScreen />)

it('[2.12-07] [6-16] shows the team with whole addresses, and acts only on whom the database lets', async () => {
  open()
  await screen.findByRole('table')
  expect(screen.getByText('dana@academy.example')).toBeTruthy()
  expect((await openMenu('boss')).map((item) => item.textContent)).toEqual([text.explain])
})

it('says what closing a member costs, and why it is refused', async () => {
  open()
  const items = await openMenu('dana')
  // Only a super_admin resets the second step of another.
  expect(items.map((item) => item.textContent)).toEqual([text.changeRole, text.endSessions, text.close, text.explain])
  answers.set_admin_active = failing('LAST_SUPER_ADMIN')
  fireEvent.click(screen.getByRole('menuitem', { name: text.close }))
  expect(await screen.findByText(text.closeLead)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: text.closeConfirm }))
  expect((await screen.findByRole('alert')).textContent).toBe(teamRefusals.LAST_SUPER_ADMIN)
  expect(calls('set_admin_active')).toEqual([{ admin_id: 'dana', active: false }])
})

it('[7-04] invites by mail, and tells the link once', async () => {
  answers.create_admin_invitation = () => ({ token: 'secret', role_id: 'r' })
  open()
  fireEvent.click(await screen.findByRole('button', { name: invitationsText.invite }))
  fireEvent.click(await screen.findByRole('button', { name: invitationsText.send }))
  expect(screen.getByText(invitationsText.emailMissing)).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: invitationsText.email }), {
    target: { value: ' New@Academy.example ' },
  })
  fireEvent.click(screen.getByRole('button', { name: invitationsText.send }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: invitationsText.link })).value).toContain(
    '/admin/accept-invitation?token=secret',
  )
  expect(calls('create_admin_invitation')).toMatchObject([{ email: 'new@academy.example', role_name: 'analyst' }])
  expect(signInWithOtp.mock.lastCall?.[0].options.emailRedirectTo).toContain('token=secret')
})

it('[5-18] says in Hebrew which address cannot be invited', async () => {
  answers.create_admin_invitation = failing('EMAIL_DOMAIN_NOT_ALLOWED')
  open()
  fireEvent.click(await screen.findByRole('button', { name: invitationsText.invite }))
  fireEvent.change(await screen.findByRole('textbox', { name: invitationsText.email }), {
    target: { value: 'x@gmail.com' },
  })
  fireEvent.click(screen.getByRole('button', { name: invitationsText.send }))
  expect((await screen.findByRole('alert')).textContent).toBe(teamRefusals.EMAIL_DOMAIN_NOT_ALLOWED)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: invitationsText.email }).value).toBe('x@gmail.com')
})
