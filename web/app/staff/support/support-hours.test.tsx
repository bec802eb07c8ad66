import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { hoursRefusals, hoursText as text } from './hours.he'
import { SupportHours } from './support-hours'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const HOURS = {
  opens_at: '09:00',
  closes_at: '17:00',
  days: [0, 1, 2, 3, 4],
  holidays: ['2027-04-22'],
  target_minutes: 960,
  reply_address: null,
}
let read: object
let saved: object
beforeEach(() => {
  read = { data: { ...HOURS, version: 3, may_change: true }, error: null, status: 200 }
  saved = { data: null, error: null, status: 200 }
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => (name === 'read_support_settings' ? read : saved),
  }))
})
afterEach(cleanup)

const open = async () => {
  screenAt('/admin/support', <SupportHours />)
  fireEvent.click(await screen.findByRole('button', { name: text.open }))
  await screen.findByRole('dialog')
}
const save = () => fireEvent.click(screen.getByRole('button', { name: text.save }))
const asked = () => rpc.mock.calls.filter(([name]) => name === 'save_support_settings').map(([, args]) => args)

it('saves days, holidays and target as a whole, of the version that was read', async () => {
  await open()
  fireEvent.click(screen.getByRole('checkbox', { name: 'שישי' }))
  fireEvent.change(screen.getByRole('textbox', { name: text.holidays }), {
    target: { value: '2027-04-22\n\n2027-04-28 ' },
  })
  fireEvent.change(screen.getByRole('spinbutton', { name: text.target }), { target: { value: '480' } })
  save()
  await waitFor(() =>
    expect(asked()).toEqual([
      {
        settings: { ...HOURS, days: [0, 1, 2, 3, 4, 5], holidays: ['2027-04-22', '2027-04-28'], target_minutes: 480 },
        version: 3,
      },
    ]),
  )
})

it('says what is wrong and keeps what was written', async () => {
  saved = { data: null, error: { message: 'x', code: 'INVALID_SETTING', details: '' }, status: 400 }
  await open()
  save()
  expect((await screen.findByRole('alert')).textContent).toBe(hoursRefusals.INVALID_SETTING)
})

it('is nothing to those who may not change it', async () => {
  read = { data: { ...HOURS, version: 3, may_change: false }, error: null, status: 200 }
  screenAt('/admin/support', <SupportHours />)
  await waitFor(() => expect(rpc).toHaveBeenCalled())
  expect(screen.queryByRole('button')).toBeNull()
})
