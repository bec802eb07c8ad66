import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { notMeText as text } from './not-me.he'
import { NotMeScreen } from './not-me-screen'

const supabase = vi.hoisted(() => ({ rpc: vi.fn() }))
const auth = vi.hoisted(() => ({ getUser: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => supabase }))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: async () => auth }))

const OPEN = { state: 'open', kind: 'new_device', masked_email: 'da***a@gmail.com', outcome: null }
const done = (outcome: object = {}) => ({
  state: 'done',
  kind: 'new_device',
  outcome: { undone: [], remaining: [], is_staff: false, ...outcome },
})
/** What the two calls answer, one after the other. */
function answers(...given: (object | Error)[]) {
  for (const one of given) {
    const answer = one instanceof Error ? { data: null, error: { message: one.message } } : { data: one, error: null }
    supabase.rpc.mockReturnValueOnce({ abortSignal: async () => answer })
  }
}

function open(search = '?token=abc') {
  window.history.replaceState(null, '', `/auth/not-me${search}`)
  return screenAt('/auth/not-me', <NotMeScreen />)
}
const button = () => screen.findByRole('button', { name: text.button })
const calls = () => supabase.rpc.mock.calls.map(([name]) => name)

beforeEach(() => {
  supabase.rpc.mockReset()
  auth.getUser.mockReset()
})

it('asks before it acts, names the mail, and takes the token out of the address', async () => {
  answers(OPEN)
  open()
  expect(screen.getByRole('status').textContent).toContain(text.looking)
  await button()
  expect(screen.getByText('da***a@gmail.com')).toBeTruthy()
  expect(screen.getByText(text.happened.new_device)).toBeTruthy()
  expect(window.location.search).toBe('')
  expect(calls()).toEqual(['describe_not_me'])
})

it('acts once on a press, says what was done and what comes next, and forgets a session that ended', async () => {
  answers(OPEN, done({ undone: ['phone'], remaining: ['second_step'] }))
  open()
  fireEvent.click(await button())
  fireEvent.click(screen.getByRole('button', { name: text.button }))
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  expect(await screen.findByRole('heading', { name: text.doneTitle })).toBeTruthy()
  expect(supabase.rpc.mock.calls).toEqual([
    ['describe_not_me', { token_input: 'abc' }],
    ['report_not_me', { token_input: 'abc' }],
  ])
  expect(screen.getByText(text.undone.phone)).toBeTruthy()
  expect(screen.getByText(text.remaining.second_step)).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/login',
    '/auth/recover-account',
    '/contact',
  ])
  expect(auth.getUser).toHaveBeenCalledOnce()
})

it('leads staff to their own sign-in', async () => {
  answers(OPEN, done({ is_staff: true }))
  open()
  fireEvent.click(await button())
  expect((await screen.findByRole('link', { name: text.toLogin })).getAttribute('href')).toBe('/admin/login')
  expect(screen.getByText(text.nextStaff)).toBeTruthy()
})

it('says that it was done already', async () => {
  answers(done({ undone: ['email'] }))
  open()
  expect(await screen.findByRole('heading', { name: text.alreadyTitle })).toBeTruthy()
  expect(screen.getByText(text.undone.email)).toBeTruthy()
})

it.each([
  ['a link that nobody knows', '?token=abc', [{ state: 'unknown' }]],
  ['an address without one', '', []],
])('has ways on from %s', async (_, search, given) => {
  answers(...given)
  open(search)
  expect(await screen.findByRole('heading', { name: text.invalidTitle })).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile/security',
    '/contact',
  ])
})

it('a link that runs out between looking and pressing says so', async () => {
  answers(OPEN, { state: 'unknown' })
  open()
  fireEvent.click(await button())
  expect(await screen.findByRole('heading', { name: text.invalidTitle })).toBeTruthy()
})

it('can be pressed without having looked, and again after a failure', async () => {
  answers(new Error('Failed to fetch'), new Error('Failed to fetch'), done())
  open()
  fireEvent.click(await button())
  expect((await screen.findByRole('alert')).textContent).toBe(text.failed)
  fireEvent.click(await button())
  expect(await screen.findByRole('heading', { name: text.doneTitle })).toBeTruthy()
})
