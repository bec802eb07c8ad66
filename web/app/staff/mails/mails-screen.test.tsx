import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { mailsText as text } from './mails.he'
import { MailsScreen } from './mails-screen'

const { rpc, toast } = vi.hoisted(() => ({ rpc: vi.fn(), toast: { info: vi.fn(), error: vi.fn() } }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/shared/ui/toast', () => ({ toast }))

const MAIL = {
  id: 'm1',
  sort_value: '2026-11-01 10:00:00+00',
  created_at: '2026-11-01T10:00:00Z',
  kind: 'marketing',
  recipient: 'd***@e***.com',
  state: 'abandoned',
  next_attempt_at: null,
  failure: 'permanent',
  answer: '550 <…>: no such mailbox',
  can_retry: true,
}
const CAUSES = [
  { id: '0123456789ab', failure: 'unreachable', answer: 'connect ECONNREFUSED', mails: 3, can_retry: 3 },
  { id: 'ba9876543210', failure: 'permanent', answer: '550 no', mails: 1, can_retry: 0 },
]
let answers: Record<string, unknown>
beforeEach(() => {
  for (const call of [rpc, toast.info, toast.error]) call.mockReset()
  answers = {
    list_undelivered_mails: {
      rows: [MAIL, { ...MAIL, id: 'm2', kind: 'own_kind', state: 'delayed', can_retry: false }],
      total: 2,
      size: 50,
    },
    mail_causes: CAUSES,
    retry_mail: true,
    retry_mails_of_cause: { retried: 3, left: 0 },
    open_mail_recipient: null,
    read_mail_recipient: 'dana@example.com',
  }
  rpc.mockImplementation((name: string) => ({
    abortSignal: async () =>
      answers[name] instanceof Error
        ? { data: null, error: { message: 'x', code: '42501', details: '' }, status: 403 }
        : { data: answers[name], error: null, status: 200 },
  }))
})
const open = (address = '/admin/mails') => screenAt('/admin/mails', <MailsScreen />, address)
const called = (name: string) => rpc.mock.calls.filter(([asked]) => asked === name).map(([, args]) => args)

describe('[2.12-10] mails that did not arrive', () => {
  it('tells each cause once, and sends all its mails again', async () => {
    open()
    const causes = within(await screen.findByRole('region', { name: text.causes }))
    const [first, second] = causes.getAllByRole('listitem')
    expect(first?.textContent).toContain('3 הודעות')
    expect(second?.textContent).toContain(text.notAgain)
    expect(causes.getAllByRole('link')[0]?.getAttribute('href')).toBe('/admin/mails?search=0123456789ab')
    fireEvent.click(causes.getByRole('button', { name: 'לשלוח שוב 3 הודעות' }))
    await waitFor(() => expect(toast.info).toHaveBeenCalledWith('3 הודעות יישלחו שוב בתוך כמה שניות.'))
    expect(called('retry_mails_of_cause')).toEqual([{ cause: '0123456789ab' }])
    expect(called('mail_causes')).toHaveLength(2)
  })

  it('sends one again, says when it may not, and offers nothing where the text is gone', async () => {
    open()
    const table = within(await screen.findByRole('table'))
    expect(table.getByText('own_kind')).toBeTruthy()
    expect(table.getByText(text.textGone)).toBeTruthy()
    /** The button waits until what it changed has been asked for anew. */
    const again = async () => {
      const button = table.getByRole<HTMLButtonElement>('button', { name: text.retryOf(text.kinds.marketing) })
      await waitFor(() => expect(button.disabled).toBe(false))
      fireEvent.click(button)
    }
    await again()
    await waitFor(() => expect(toast.info).toHaveBeenLastCalledWith(text.retried))
    answers.retry_mail = false
    await again()
    await waitFor(() => expect(toast.info).toHaveBeenLastCalledWith(text.notRetried))
    answers.retry_mail = new Error()
    await again()
    await waitFor(() => expect(toast.error).toHaveBeenLastCalledWith(text.retryFailed))
  })

  it('shows a recipient after it was opened, and says when that failed', async () => {
    open()
    const [first, second] = await screen.findAllByRole('button', { name: text.showRecipient('d***@e***.com') })
    fireEvent.click(first as HTMLElement)
    expect((await screen.findByText('dana@example.com')).getAttribute('dir')).toBe('ltr')
    expect(called('open_mail_recipient')).toEqual([{ mail_id: 'm1' }])
    answers.open_mail_recipient = new Error()
    fireEvent.click(second as HTMLElement)
    await waitFor(() => expect(toast.error).toHaveBeenCalledWith(text.recipientFailed))
    expect(called('read_mail_recipient')).toHaveLength(1)
  })

  it('asks for what its address says', async () => {
    open('/admin/mails?search=dana@example.com&state=delayed&failure=temporary&kind=nonsense')
    await screen.findByRole('table')
    expect(called('list_undelivered_mails')[0]).toEqual({
      query: { search: 'dana@example.com', state: 'delayed', failure: 'temporary', direction: 'desc', count: true },
    })
  })

  it('says that all is well where nothing waits', async () => {
    answers.list_undelivered_mails = { rows: [], total: 0, size: 50 }
    answers.mail_causes = []
    open()
    expect(await screen.findByText(text.empty)).toBeTruthy()
    expect(screen.queryByText(text.causes)).toBeNull()
  })
})
