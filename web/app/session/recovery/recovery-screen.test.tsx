import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeStored } from '~/shared/storage/storage'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { recoveryText } from './recovery.he'
import { RecoveryScreen } from './recovery-screen'

const supabase = vi.hoisted(() => ({ rpc: vi.fn() }))
const functions = vi.hoisted(() => ({ invoke: vi.fn() }))
const links = vi.hoisted(() => ({ fetchLinkAccount: vi.fn() }))
vi.mock('~/shared/client/functions-browser', () => ({ browserFunctions: () => functions }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => supabase }))
vi.mock('~/session/callback/mail-requests', () => ({ newMailKey: async () => ({ key: 'key', hash: 'hash' }) }))
vi.mock('~/session/mail-help/mail-delivery.calls', () => ({ useMailDelivery: () => null }))
vi.mock('~/session/callback/mailed-links.calls', () => links)

const PHONE = '+972501234567'

function open(search = '') {
  window.history.replaceState(null, '', `/auth/recover-account${search}`)
  return screenAt('/auth/recover-account', <RecoveryScreen />)
}

async function ask(typed = '0501234567') {
  fireEvent.change(screen.getByRole('textbox', { name: recoveryText.phoneLabel }), { target: { value: typed } })
  fireEvent.click(screen.getByRole('button', { name: recoveryText.submit }))
  await pass(0)
}

const link = `?token=abc&phone=${encodeURIComponent(PHONE)}`
const askedHere = () => writeStored('recovery-request', { phone: PHONE, askedAt: Date.now() })

beforeEach(() => {
  vi.useFakeTimers()
  links.fetchLinkAccount.mockReset().mockResolvedValue('da***i@example.com')
  functions.invoke
    .mockReset()
    .mockResolvedValue({ data: { success: true, masked_email: 'd***@g***.com' }, error: null })
  supabase.rpc
    .mockReset()
    .mockResolvedValue({ data: { valid: true, user_id: 'x', email: 'dana@example.com' }, error: null })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('asking for recovery', () => {
  it('[2.9-01] [2.9-02] [4-35] [7-20] [3-20] goes from the phone to the masked address', async () => {
    open()
    await ask()
    expect(functions.invoke).toHaveBeenCalledExactlyOnceWith('account-recovery', {
      body: { phone_number: PHONE, request_hash: 'hash' },
    })
    expect(screen.getByText('d***@g***.com')).toBeTruthy()
    expect(screen.getByText(/24 שעות/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: recoveryText.anotherPhone }))
    expect(screen.getByRole('textbox', { name: recoveryText.phoneLabel })).toBeTruthy()
  })

  it('[5-11] an empty phone is refused', async () => {
    open()
    await ask('')
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('אנא הכנס מספר טלפון תקין')
    const field = screen.getByRole('textbox', { name: recoveryText.phoneLabel })
    expect(field.getAttribute('aria-describedby')).toBe(alert.id)
    expect(document.activeElement).toBe(field)
    expect(functions.invoke).not.toHaveBeenCalled()
  })

  it.each([
    ['a failed connection', { data: null, error: new Error('x') }, 'שגיאה בחיבור לשירות השחזור'],
    ['a refusal without a reason', { data: { success: false }, error: null }, 'שחזור החשבון נכשל'],
    ['a refusal with a reason', { data: { success: false, error: 'המספר חסום' }, error: null }, 'המספר חסום'],
  ])('[8-27] words %s', async (_, answer, text) => {
    functions.invoke.mockResolvedValue(answer)
    open()
    await ask()
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(screen.getByRole('textbox', { name: recoveryText.phoneLabel })).toHaveProperty('value', '0501234567')
  })

  it('[8-27] words what nobody foresaw', async () => {
    functions.invoke.mockRejectedValue(new Error('boom'))
    open()
    await ask()
    expect(screen.getByRole('alert').textContent).toBe('אירעה שגיאה בזמן שחזור החשבון')
  })

  it('[8-27] says when to try again', async () => {
    const context = new Response('{}', { status: 429, headers: { 'retry-after': '300' } })
    functions.invoke.mockResolvedValue({ data: null, error: Object.assign(new Error('x'), { context }) })
    open()
    await ask()
    await pass(0)
    expect(screen.getByRole('alert').textContent).toContain('5 דקות')
  })
})

describe('opening the link', () => {
  it('[2.9-04] [7-21] [4-36] checks it on load where it was asked for; [2.9-03] [4-37] [9-20] login follows after 3 seconds', async () => {
    askedHere()
    const { router } = open(link)
    expect(window.location.search).toBe('')
    await pass(0)
    expect(supabase.rpc).toHaveBeenCalledExactlyOnceWith('verify_recovery_token', {
      token_input: 'abc',
      phone_input: PHONE,
    })
    expect(screen.getByText('dana@example.com')).toBeTruthy()
    await pass(2999)
    expect(router.state.location.pathname).toBe('/auth/recover-account')
    await pass(1)
    expect(router.state.location.pathname).toBe('/login')
    expect(router.state.location.state).toEqual({ email: 'dana@example.com', message: recoveryText.loginMessage })
  })

  it('[2.9-04] elsewhere it is checked on a press only, which names the account', async () => {
    open(link)
    await pass(60_000)
    expect(supabase.rpc).not.toHaveBeenCalled()
    expect(screen.getByText('da***i@example.com')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: recoveryText.confirmButton }))
    await pass(0)
    expect(screen.getByText('dana@example.com')).toBeTruthy()
  })

  it('[4-36] elsewhere a link that is used up says so without a press', async () => {
    links.fetchLinkAccount.mockResolvedValue(null)
    open(link)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(recoveryText.linkInvalid)
  })

  it('[2.9-04] elsewhere the press is offered too when the account cannot be named', async () => {
    links.fetchLinkAccount.mockRejectedValue(new Error('away'))
    open(link)
    await pass(0)
    expect(screen.getByRole('button', { name: recoveryText.confirmButton })).toBeTruthy()
  })

  it.each([
    ['an error of the call', { data: null, error: { message: 'x' } }, 'שגיאה באימות הטוקן'],
    ['an invalid token', { data: { valid: false, error: null }, error: null }, 'הטוקן אינו תקין'],
    [
      'a coded refusal',
      { data: { valid: false, error: 'INVALID_RECOVERY_TOKEN' }, error: null },
      'קישור השחזור אינו תקין או פג תוקף',
    ],
  ])('[4-36] [8-27] [3-21] returns to the phone after %s', async (_, answer, text) => {
    supabase.rpc.mockResolvedValue(answer)
    askedHere()
    open(link)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(screen.getByRole('textbox', { name: recoveryText.phoneLabel })).toBeTruthy()
  })

  it('[8-27] words a check that broke', async () => {
    supabase.rpc.mockRejectedValue(new Error('boom'))
    askedHere()
    open(link)
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe('אירעה שגיאה בזמן אימות קישור השחזור')
  })
})
