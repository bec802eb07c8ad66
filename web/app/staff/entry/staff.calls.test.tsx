import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptInvitation, fetchStaffMember, sendStaffLink } from './staff.calls'

const mocks = vi.hoisted(() => ({ rpc: vi.fn(), maybeSingle: vi.fn(), eq: vi.fn(), signInWithOtp: vi.fn() }))
vi.mock('~/session/tokens/auth-client', () => ({
  loadAuthClient: async () => ({ signInWithOtp: mocks.signInWithOtp }),
}))
vi.mock('~/shared/client/supabase-browser', () => ({
  browserSupabase: () => ({
    rpc: mocks.rpc,
    from: () => ({
      select: () => ({
        eq: (...args: unknown[]) => {
          mocks.eq(...args)
          return { retry: () => mocks }
        },
      }),
    }),
  }),
}))

const row = {
  id: '1',
  email: 'noa@academy.example',
  first_name: 'נועה',
  last_name: 'לוי',
  is_active: true,
  email_verified: true,
  role: { name: 'admin', level: 2, role_permissions: [{ permission: { name: 'users.view' } }, { permission: null }] },
}

beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.mockReset()
  mocks.signInWithOtp.mockResolvedValue({ error: null })
})

describe('a member of the staff', () => {
  it('[7-11] [3-02] [3-03] [6-13] is found by the account, with the permissions of the role as one list', async () => {
    mocks.maybeSingle.mockResolvedValue({ data: row, error: null })
    expect(await fetchStaffMember('auth-1')).toMatchObject({
      firstName: 'נועה',
      role: { name: 'admin', level: 2, permissions: ['users.view'] },
    })
    expect(mocks.eq).toHaveBeenCalledExactlyOnceWith('supabase_auth_id', 'auth-1')
    expect(mocks.rpc).not.toHaveBeenCalled()
  })

  it('[4-28] is looked for by address where the account is not stored yet', async () => {
    mocks.maybeSingle
      .mockResolvedValueOnce({ data: null, error: null })
      .mockResolvedValueOnce({ data: row, error: null })
    mocks.rpc.mockResolvedValue({ data: { success: true }, error: null })
    expect(await fetchStaffMember('auth-1')).toMatchObject({ id: '1' })
    expect(mocks.rpc).toHaveBeenCalledExactlyOnceWith('link_admin_account')
  })

  it('[4-27] is null when neither finds one, and a failure keeps its reason', async () => {
    mocks.maybeSingle.mockResolvedValue({ data: null, error: null })
    mocks.rpc.mockResolvedValue({ data: { success: false }, error: null })
    expect(await fetchStaffMember('auth-1')).toBeNull()
    mocks.maybeSingle.mockResolvedValue({ data: null, error: { message: 'away' } })
    await expect(fetchStaffMember('auth-1')).rejects.toThrow('away')
  })
})

describe('the link of the staff', () => {
  it('[7-05] creates the account, names the member, and returns to the callback of the staff', async () => {
    mocks.rpc.mockResolvedValue({ data: { admin_id: 'm-1', error: null }, error: null })
    await sendStaffLink('noa@academy.example')
    const [{ email, options }] = mocks.signInWithOtp.mock.calls[0] ?? []
    expect(email).toBe('noa@academy.example')
    expect(options).toMatchObject({
      shouldCreateUser: true,
      data: { user_type: 'admin', admin_user_id: 'm-1', is_admin: true },
    })
    expect(new URL(options.emailRedirectTo).pathname).toBe('/admin/auth/callback')
  })

  it.each([
    ['[5-17]', { data: { admin_id: null, error: 'Admin user not found' }, error: null }, 'Admin user not found'],
    [
      '[5-18]',
      { data: null, error: { code: 'EMAIL_DOMAIN_NOT_ALLOWED', message: 'The email domain is not allowed for staff' } },
      'The email domain is not allowed for staff',
    ],
  ])('%s is not mailed to who is none', async (_, answer, message) => {
    mocks.rpc.mockResolvedValue(answer)
    await expect(sendStaffLink('x@academy.example')).rejects.toThrow(message)
    expect(mocks.signInWithOtp).not.toHaveBeenCalled()
  })

  it('is asked for all the same where nobody is told any more: the sign-in service knows its members', async () => {
    mocks.rpc.mockResolvedValue({ data: null, error: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests' } })
    await sendStaffLink('noa@academy.example')
    expect(mocks.signInWithOtp).toHaveBeenCalledOnce()
    mocks.signInWithOtp.mockResolvedValueOnce({ error: new Error('Admin user not found') })
    await expect(sendStaffLink('x@academy.example')).rejects.toThrow('Admin user not found')
  })
})

it.each([
  ['[5-15]', { success: false, error: 'Invitation has expired' }, 'Invitation has expired'],
  ['[8-25]', { success: false, error: null }, 'Invitation processing failed'],
])('%s an invitation that is refused says why', async (_, data, message) => {
  mocks.rpc.mockResolvedValue({ data, error: null })
  await expect(acceptInvitation('secret')).rejects.toThrow(message)
})
