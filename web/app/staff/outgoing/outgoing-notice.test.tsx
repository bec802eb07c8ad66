import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { outgoingText as text } from './outgoing.he'
import { choicesOf } from './outgoing.rules'
import { OutgoingNotice } from './outgoing-notice'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const waiting = (kind: string, count: number, people = count) => ({
  ...{ kind, count, people },
  ...{ oldest_at: count ? '2026-11-01T10:00:00Z' : null, newest_at: count ? '2026-11-02T10:00:00Z' : null },
})
const HOLD = {
  ...{ id: 'h1', held_at: '2026-11-03T10:00:00Z', cause: 'restored', backup_at: '2026-11-02T03:10:00Z' },
  ...{ backup_site_url: 'https://academy.example', site_url: 'http://localhost:3999' },
  kinds: [waiting('mails', 2), waiting('campaigns', 1, 108), waiting('deletions', 0)],
}
let hold: object | null
let refusal: { code: string; status: number } | undefined
beforeEach(() => {
  hold = HOLD
  refusal = undefined
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => {
      if (name === 'decide_outgoing' && refusal)
        return { data: null, error: { message: 'x', details: '', ...refusal }, status: refusal.status }
      const rows = [{ at: '2026-11-01T10:00:00Z', what: 'magic_link', recipient: 'd***@e***.com', people: 1 }]
      const data = name === 'read_outgoing_hold' ? hold : name === 'list_outgoing' ? rows : { decided: [], hold: null }
      return { data, error: null, status: 200 }
    },
  }))
})
const open = () => screenAt('/admin', <OutgoingNotice />, '/admin')
const notice = () => screen.findByRole('region', { name: text.title })
const press = async (choice: keyof typeof text.choices, kind: keyof typeof text.kinds) =>
  userEvent.click(
    within(await notice()).getByRole('button', { name: text.choiceOf(text.choices[choice].label, text.kinds[kind]) }),
  )
const confirm = async (choice: keyof typeof text.choices, reason: string) => {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox'), reason)
  await userEvent.click(dialog.getByRole('button', { name: text.choices[choice].confirm }))
}

it('says since when, of which backup and both addresses, and what waits of each kind', async () => {
  open()
  const region = within(await notice())
  for (const address of ['https://academy.example', 'http://localhost:3999'])
    expect(region.getByText(address)).toBeTruthy()
  const rows = region.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toContain('שתיים ממתינות')
  expect(rows[1]).toContain(text.people(108))
  expect(rows[2]).toContain(text.nothing)
})

it('shows nothing where nothing is held', async () => {
  hold = null
  open()
  await vi.waitFor(() => expect(rpc).toHaveBeenCalled())
  expect(screen.queryByRole('region')).toBeNull()
})

it('shows what waits with masked recipients', async () => {
  open()
  await userEvent.click(within(await notice()).getByRole('button', { name: text.showOf(text.kinds.mails) }))
  expect((await screen.findByText('d***@e***.com')).getAttribute('dir')).toBe('ltr')
  expect(rpc).toHaveBeenCalledWith('list_outgoing', { kind: 'mails' })
})

it('decides with a reason, and asks anew what is held', async () => {
  open()
  await press('pause', 'campaigns')
  hold = { ...HOLD, kinds: [waiting('mails', 2)] }
  await confirm('pause', 'תרגיל')
  expect(rpc).toHaveBeenCalledWith('decide_outgoing', {
    ...{ hold_id: 'h1', kinds: ['campaigns'], choice: 'pause', reason: 'תרגיל' },
  })
  await vi.waitFor(async () => expect(within(await notice()).getAllByRole('listitem')).toHaveLength(1))
})

it('says in the dialog why a decision was refused', async () => {
  refusal = { code: 'OUTGOING_CHANGED', status: 409 }
  open()
  await press('send', 'mails')
  await confirm('send', 'תרגיל')
  expect(await within(await screen.findByRole('dialog')).findByText(text.changed)).toBeTruthy()
})

it('offers the safe choice first, and never drops a request to delete an account', () => {
  expect([choicesOf('campaigns')[0], choicesOf('mails')[0], choicesOf('deletions')]).toEqual([
    'pause',
    'drop',
    ['send'],
  ])
})
