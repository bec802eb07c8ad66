import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { CampaignScreen } from './campaign-screen'
import { campaignErrors, campaignsText as text } from './campaigns.he'
import { RecipientsScreen } from './recipients-screen'
import { sendingText } from './sending.he'

const { rpc, toast } = vi.hoisted(() => ({
  rpc: vi.fn(),
  toast: { info: vi.fn(), error: vi.fn(), success: vi.fn() },
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/shared/ui/toast', () => ({ toast }))
vi.mock('~/staff/shared/use-member', () => ({
  useMember: () => ({ role: { name: 'super_admin', level: 1, permissions: [] } }),
}))
vi.mock('./show-mail', () => ({ showMail: () => undefined }))

const campaign = (changes: object = {}) => ({
  ...{ id: 'c1', version: 3, state: 'draft', occasion: null, starts_at: null, started_at: null, ended_at: null },
  ...{
    created_at: '2026-11-25T10:00:00Z',
    author: 'נועה',
    is_quiet: false,
    counts: {},
    sender: { name: null, address: null },
  },
  values: {
    ...{ name: 'קורס חדש', kind: 'marketing', subject: 'נפתח קורס', audience: { match: 'all', rules: [] } },
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'נפתח קורס.' }] }] },
    ...{ in_academy: true, per_minute: 300, quiet_from: '21:00', quiet_to: '08:00', after_days: null },
  },
  ...changes,
})
const COUNT = {
  ...{ total: 120, reached: 84, left_out: { 'no consent': 36 } },
  samples: [{ id: 's1', first_name: 'דנה', last_name: 'לוי', email_masked: 'd***@e***.com' }],
}
let answers: Record<string, unknown>
beforeEach(() => {
  for (const call of [rpc, ...Object.values(toast)]) call.mockReset()
  answers = { read_campaign: campaign(), campaign_audience: COUNT }
  rpc.mockImplementation((name: string) => {
    const answer = answers[name]
    const settled =
      answer instanceof Error
        ? { data: null, error: { message: 'x', code: answer.message, details: '{}' }, status: 409 }
        : { data: answer, error: null, status: 200 }
    return { abortSignal: () => Promise.resolve(settled) }
  })
})
const open = () => screenAt('/admin/notifications/c1', <CampaignScreen id="c1" />)
const callsOf = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

it('[2.12-09] counts the audience beside its rules, with samples and why others are left out', async () => {
  open()
  expect(await screen.findByText('84 נמענים יקבלו')).toBeTruthy()
  expect(screen.getByText(/לא הסכימו לדיוור \(36\)/)).toBeTruthy()
  expect(screen.getByText('d***@e***.com')).toBeTruthy()
})

it('a new condition is counted at once, one that is not whole waits', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'להוסיף תנאי' }))
  const rule = { field: 'activity', op: 'within', days: 30 }
  await waitFor(() => expect(callsOf('campaign_audience').at(-1)).toMatchObject({ audience: { rules: [rule] } }))
  const counted = callsOf('campaign_audience').length
  await userEvent.clear(screen.getByRole('spinbutton', { name: 'תנאי 1: ערך' }))
  expect(callsOf('campaign_audience')).toHaveLength(counted)
})

it('marketing without a postal address in the settings says what is missing and leads there', async () => {
  open()
  const link = await screen.findByRole('link', { name: sendingText.inSettings })
  expect(link.getAttribute('href')).toBe('/admin/settings')
})

it.each([{ sender: { name: null, address: 'הרצל 1, חיפה' } }, { state: 'done' }])(
  'with an address, or once it is over, it says nothing of one: %j',
  async (known) => {
    answers.read_campaign = campaign(known)
    open()
    await screen.findByRole('region', { name: sendingText.title })
    expect(screen.queryByRole('link', { name: sendingText.inSettings })).toBeNull()
  },
)

it('the keyboard is led to a condition that came, and to what is left of them when one goes', async () => {
  open()
  const user = userEvent.setup()
  const field = (number: number) => screen.getByRole('combobox', { name: `תנאי ${number}: נושא` })
  const press = async (name: string) => {
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
  }
  await screen.findByRole('button', { name: 'להוסיף תנאי' })
  await press('להוסיף תנאי')
  expect(document.activeElement).toBe(field(1))
  await press('להוסיף תנאי')
  expect(document.activeElement).toBe(field(2))
  await press('להסיר את תנאי 2')
  expect(document.activeElement).toBe(field(1))
  await press('להסיר את תנאי 1')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'להוסיף תנאי' }))
})

it('once it is sent, the focus is on how it stands, where the button that sent it was', async () => {
  answers.send_campaign = campaign({ state: 'sending', counts: { waiting: 84 } })
  open()
  const user = userEvent.setup()
  ;(await screen.findByRole('button', { name: sendingText.send })).focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('84 נמענים יקבלו את ההודעה.')
  answers.read_campaign = answers.send_campaign
  within(dialog).getByRole('button', { name: sendingText.send }).focus()
  await user.keyboard('{Enter}')
  await screen.findByText('0 מתוך 84')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: sendingText.title })))
})

it('the confirmation names the number, and that number is what is confirmed', async () => {
  answers.send_campaign = campaign({ state: 'sending', counts: { waiting: 84 } })
  open()
  await userEvent.click(await screen.findByRole('button', { name: sendingText.send }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('84 נמענים יקבלו את ההודעה.')).toBeTruthy()
  answers.read_campaign = answers.send_campaign
  await userEvent.click(within(dialog).getByRole('button', { name: sendingText.send }))
  await waitFor(() => expect(callsOf('send_campaign')).toEqual([{ campaign_id: 'c1', version: 3, confirmed: 84 }]))
  expect(await screen.findByText('0 מתוך 84')).toBeTruthy()
})

it('a number that changed meanwhile is said, and counted anew', async () => {
  answers.send_campaign = new Error('AUDIENCE_CHANGED')
  open()
  await userEvent.click(await screen.findByRole('button', { name: sendingText.send }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('84 נמענים יקבלו את ההודעה.')
  answers.campaign_audience = { ...COUNT, reached: 83 }
  await userEvent.click(within(dialog).getByRole('button', { name: sendingText.send }))
  expect(await within(dialog).findByText(campaignErrors.AUDIENCE_CHANGED ?? '')).toBeTruthy()
  expect(await within(dialog).findByText('83 נמענים יקבלו את ההודעה.')).toBeTruthy()
})

it('what is sent shows how far it is, and is ended only after a question that names how many would miss it', async () => {
  answers.read_campaign = campaign({ state: 'sending', counts: { sent: 60, waiting: 20, refused: 4 } })
  answers.set_campaign_state = campaign({ state: 'cancelled', counts: { sent: 60, skipped: 20, refused: 4 } })
  open()
  expect(await screen.findByText('64 מתוך 84')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: text.labels.subject })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: sendingText.stop }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/20 נמענים עוד לא קיבלו/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: sendingText.stop }))
  await waitFor(() => expect(callsOf('set_campaign_state')).toEqual([{ campaign_id: 'c1', action: 'cancel' }]))
})

it('recipients say their state and why in words', async () => {
  const row = { first_name: 'דנה', last_name: 'לוי', email_masked: 'd***@e***.com', due_at: null, read_at: null }
  answers.list_campaign_recipients = {
    rows: [
      { ...row, id: 'r1', sort_value: 'r1', state: 'skipped', reason: 'no consent', settled_at: null },
      { ...row, id: 'r2', sort_value: 'r2', state: 'refused', reason: '550 no such user', settled_at: null },
    ],
    ...{ total: 2, size: 50 },
  }
  screenAt('/admin/notifications/c1/recipients', <RecipientsScreen campaignId="c1" />)
  expect(await screen.findByText('לא הסכימו לדיוור')).toBeTruthy()
  expect(screen.getByText('550 no such user').getAttribute('dir')).toBe('ltr')
})
