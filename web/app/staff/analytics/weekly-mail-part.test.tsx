import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { weeklyMailText as text } from './weekly-mail.he'
import { WeeklyMailPart } from './weekly-mail-part'

const { rpc, error } = vi.hoisted(() => ({ rpc: vi.fn(), error: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/shared/ui/toast', () => ({ toast: { error } }))

let isRefused = false
beforeEach(() => {
  isRefused = false
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () =>
      isRefused && name === 'want_weekly_mail'
        ? { data: null, error: { message: 'x', code: '42501', details: '' }, status: 403 }
        : { data: name === 'wants_weekly_mail' ? false : null, error: null, status: 200 },
  }))
})
const open = () => screenAt('/admin/analytics', <WeeklyMailPart />, '/admin/analytics')

it('[2.12-08] the weekly mail is off until it is turned on, and off again by the same switch', async () => {
  open()
  const mail = await screen.findByRole<HTMLInputElement>('switch', { name: text.label })
  await vi.waitFor(() => expect(mail.getAttribute('aria-busy')).toBeNull())
  expect(mail.checked).toBe(false)
  await userEvent.click(mail)
  await vi.waitFor(() => expect(mail.checked).toBe(true))
  await userEvent.click(mail)
  await vi.waitFor(() => expect(mail.checked).toBe(false))
  const wanted = rpc.mock.calls.filter(([name]) => name === 'want_weekly_mail').map(([, args]) => args)
  expect(wanted).toEqual([{ wanted: true }, { wanted: false }])
})

it('stays as it was when the server refuses', async () => {
  open()
  const mail = await screen.findByRole<HTMLInputElement>('switch', { name: text.label })
  await vi.waitFor(() => expect(mail.getAttribute('aria-busy')).toBeNull())
  isRefused = true
  await userEvent.click(mail)
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith(text.saveFailed))
  expect(mail.checked).toBe(false)
})
