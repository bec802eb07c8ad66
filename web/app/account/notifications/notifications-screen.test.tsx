import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { UnreadLink } from '~/site/unread/unread-link'
import { notificationsText as text } from './notifications.he'
import { NotificationsScreen } from './notifications-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const body = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})
let answers: Record<string, unknown>
beforeEach(() => {
  rpc.mockReset()
  answers = {
    my_unread_notifications: 2,
    read_my_notifications: 0,
    mute_notifications: null,
    list_my_notifications: {
      muted: ['review'],
      rows: [
        {
          ...{ id: 'n1', subject: 'שלום {{first_name|לכם}}', body: body('ממשיכים ב{{lesson|שיעור}}'), read_at: null },
          ...{ created_at: '2026-11-25T10:00:00Z', values: { first_name: 'דנה', lesson: 'ריבית' } },
        },
      ],
    },
  }
  rpc.mockImplementation((name: string) => {
    const answer = answers[name]
    const settled =
      answer instanceof Error
        ? { data: null, error: { message: 'x', code: answer.message }, status: 500 }
        : { data: answer, error: null, status: 200 }
    return { abortSignal: () => Promise.resolve(settled) }
  })
})
const callsOf = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

it('says what was told with its words filled in, and marks it as read once it is opened', async () => {
  screenAt('/notifications', <NotificationsScreen userId="u1" />)
  expect(await screen.findByText('שלום דנה')).toBeTruthy()
  expect(screen.getByText('ממשיכים בריבית')).toBeTruthy()
  expect(screen.getByRole('img', { name: text.unread })).toBeTruthy()
  await userEvent.click(screen.getByText('שלום דנה'))
  await waitFor(() => expect(callsOf('read_my_notifications')).toEqual([{ ids: ['n1'] }]))
})

it('a kind is muted at once, and comes back where the server refuses', async () => {
  screenAt('/notifications', <NotificationsScreen userId="u1" />)
  const one = await screen.findByRole('switch', { name: text.kinds.unfinished.title })
  expect(screen.getByRole('switch', { name: text.kinds.review.title }).getAttribute('aria-checked')).toBe('false')
  await userEvent.click(one)
  expect(callsOf('mute_notifications')).toEqual([{ kind: 'unfinished', muted: true }])
  await waitFor(() => expect(one.getAttribute('aria-checked')).toBe('false'))
  answers.mute_notifications = new Error('XX000')
  await userEvent.click(screen.getByRole('switch', { name: text.kinds.welcome.title }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('switch', { name: text.kinds.welcome.title }).getAttribute('aria-checked')).toBe('true')
})

it('the header says how many are unread', async () => {
  screenAt('/', <UnreadLink userId="u1" />)
  expect(await screen.findByRole('link', { name: 'הודעות: שתי הודעות שלא נקראו' })).toBeTruthy()
})
