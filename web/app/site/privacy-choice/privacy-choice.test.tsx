import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
import { PrivacyChoice } from './privacy-choice'
import './privacy-question'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

beforeEach(() => {
  rpc.mockReset().mockResolvedValue({ error: null })
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const QUESTION = <PrivacyChoice asked={false} onDone={() => undefined} />
const show = () => renderInRouter(QUESTION)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const question = () => screen.queryByRole('region', { name: 'מה לשמור בדפדפן שלכם' })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const stored = (key: string) => localStorage.getItem(key)

it('[2.2-15] [9-23] [4-40] asks one second after load when no choice is stored', async () => {
  show()
  await pass(999)
  expect(question()).toBeNull()
  await pass(1)
  expect(question()).not.toBeNull()
})

it('[4-40] does not ask when a choice is stored', async () => {
  localStorage.setItem('cookie-consent', 'rejected')
  show()
  await pass(400_000)
  expect(question()).toBeNull()
})

it.each([
  ['לאשר הכול', 'accepted', true],
  ['רק מה שחיוני', 'rejected', false],
])("[3-26] [3-27] [3-28] [4-41] [4-42] [4-45] '%s' stores %s with its moment and goes", async (name, choice, on) => {
  show()
  await pass(1_000)
  await press(name)
  expect(question()).toBeNull()
  expect(stored('cookie-consent')).toBe(choice)
  expect(JSON.parse(stored('cookie-preferences') ?? '')).toEqual({
    essential: true,
    analytics: on,
    marketing: on,
    preferences: on,
  })
  expect(stored('cookie-consent-date')).toBe('2026-11-21T10:00:01.000Z')
})

it('[2.2-16] [4-43] [4-44] saves the chosen flags; the essential one cannot be changed', async () => {
  show()
  await pass(1_000)
  await press('התאמה אישית')
  expect(screen.getByRole('switch', { name: /חיוני/ })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('switch', { name: /מדידה/ }))
  await press('לשמור את הבחירה')
  expect(stored('cookie-consent')).toBe('customized')
  expect(JSON.parse(stored('cookie-preferences') ?? '')).toMatchObject({
    essential: true,
    analytics: true,
    marketing: false,
  })
})

it('[2.2-16] links to the cookie and privacy policies', async () => {
  show()
  await pass(1_000)
  expect(screen.getByRole('link', { name: 'מדיניות העוגיות' }).getAttribute('href')).toBe('/cookies')
  expect(screen.getByRole('link', { name: 'מדיניות הפרטיות' }).getAttribute('href')).toBe('/privacy')
})

it('[4-45] deletes cookies of what is not allowed', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a measuring script would do
  document.cookie = '_ga=1'
  show()
  await pass(1_000)
  await press('רק מה שחיוני')
  expect(document.cookie).not.toContain('_ga')
})

it('[4-45] keeps cookies of what is allowed, and all that are of no such use', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what measuring scripts would do
  for (const name of ['_ga', '_gid_x', '_fbp', 'kept']) document.cookie = `${name}=1`
  show()
  await pass(1_000)
  await press('התאמה אישית')
  fireEvent.click(screen.getByRole('switch', { name: /מדידה/ }))
  await press('לשמור את הבחירה')
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0])
  expect(names.sort()).toEqual(['_ga', '_gid_x', 'kept'])
})

it('[4-41] [4-42] a choice of a visitor is recorded under the key of the browser, which stays only with analytics', async () => {
  show()
  await pass(1_000)
  await press('לאשר הכול')
  const key = JSON.parse(stored('visitor-key') ?? '')
  const choice = (on: boolean) => [
    'record_cookie_choice',
    { analytics: on, marketing: on, preferences: on, subject_key: key },
  ]
  expect(rpc.mock.calls).toEqual([choice(true)])
  cleanup()
  renderInRouter(<PrivacyChoice asked onDone={() => undefined} />)
  await pass(0)
  await press('רק מה שחיוני')
  expect(rpc.mock.calls[1]).toEqual(choice(false))
  expect(stored('visitor-key')).toBeNull()
})

it('[4-42] a choice that cannot be recorded counts all the same', async () => {
  rpc.mockRejectedValue(new TypeError('fetch failed'))
  show()
  await pass(1_000)
  await press('רק מה שחיוני')
  expect(stored('cookie-consent')).toBe('rejected')
})

it('[4-46] [9-24] [3-29] minimised, it comes back after 5 minutes', async () => {
  show()
  await pass(1_000)
  await press('לשאול אותי אחר כך')
  expect(question()).toBeNull()
  expect(stored('cookie-banner-minimized')).not.toBeNull()
  expect(stored('cookie-consent')).toBeNull()
  await pass(299_999)
  expect(question()).toBeNull()
  await pass(1)
  expect(question()).not.toBeNull()
})

it('[4-46] Escape puts it aside', async () => {
  show()
  await pass(1_000)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(question()).toBeNull()
  expect(stored('cookie-banner-minimized')).not.toBeNull()
})

it('Escape leaves a choice as it is when the person had asked for the question', async () => {
  localStorage.setItem('cookie-consent', 'accepted')
  const onDone = vi.fn()
  renderInRouter(<PrivacyChoice asked onDone={onDone} />)
  await pass(0)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onDone).toHaveBeenCalledOnce()
  expect(stored('cookie-consent')).toBe('accepted')
  expect(stored('cookie-banner-minimized')).toBeNull()
})

it('the focus goes back to where it was before the question was answered', async () => {
  const page = (
    <>
      <button type="button">לקרוא</button>
      {QUESTION}
    </>
  )
  renderInRouter(page)
  await pass(1_000)
  const reader = screen.getByRole('button', { name: 'לקרוא' })
  act(() => reader.focus())
  act(() => screen.getByRole('button', { name: 'לאשר הכול' }).focus())
  await press('לאשר הכול')
  expect(question()).toBeNull()
  expect(document.activeElement).toBe(reader)
})

it('a focus that was elsewhere stays there', async () => {
  renderInRouter(
    <>
      <input aria-label="חיפוש" />
      {QUESTION}
    </>,
  )
  await pass(1_000)
  const field = screen.getByRole('textbox', { name: 'חיפוש' })
  act(() => field.focus())
  await press('רק מה שחיוני')
  expect(document.activeElement).toBe(field)
})

it('opens in the customise view when the person asks for it, as it was chosen', async () => {
  const preferences = { essential: true, analytics: true, marketing: false, preferences: false }
  localStorage.setItem('cookie-consent', 'customized')
  localStorage.setItem('cookie-preferences', JSON.stringify(preferences))
  renderInRouter(<PrivacyChoice asked onDone={() => undefined} />)
  await pass(0)
  const chosen = screen.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)
  expect(chosen).toEqual(Object.values(preferences))
})

it('uses no name that blockers hide', async () => {
  show()
  await pass(1_000)
  expect(question()?.outerHTML).not.toMatch(/(class|id)="[^"]*(cookie|consent|banner)/)
})
