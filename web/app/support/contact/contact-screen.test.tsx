import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { toSiteDetails } from '~/shared/config/site-settings'
import { errorMessages } from '~/shared/errors/errors.he'
import { screenAt } from '~/shared/testing/screen-at'
import { ContactDetails } from './contact-details'
import { ContactScreen } from './contact-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const ID = 'abcdef12-0000-4000-8000-000000000000'
const TYPED = { שם: 'יעל', אימייל: 'yael@example.com', נושא: 'הסרטון נעצר', 'מה רציתם לשאול?': 'הסרטון נעצר באמצע.' }
const answers = (answer: unknown) => rpc.mockReturnValue({ abortSignal: () => Promise.resolve(answer) })

beforeEach(() => {
  rpc.mockReset()
  answers({ data: ID, error: null, status: 200 })
})
afterEach(() => setSession({ status: 'unknown' }))

const open = (search = '') => screenAt('/contact', <ContactScreen />, `/contact${search}`)
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
function write(values: Record<string, string> = TYPED) {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } })
}
const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'לשלוח את הפנייה' })))

it('[2.1-16] a visitor sends a question and reads what happens next', async () => {
  open()
  write()
  await send()
  expect(rpc).toHaveBeenCalledExactlyOnceWith('open_support_ticket', {
    name: 'יעל',
    email: 'yael@example.com',
    subject: 'הסרטון נעצר',
    body: 'הסרטון נעצר באמצע.',
  })
  expect(screen.getByRole('status').textContent).toMatch(/abcdef12.*שני ימי עבודה.*yael@example.com/)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'הפנייה התקבלה' }))
  fireEvent.click(screen.getByRole('button', { name: 'לשלוח פנייה נוספת' }))
  expect(field('נושא').value).toBe('')
})

it('[2.1-16] the name and email of a student are filled in and fixed', async () => {
  setSession(danaSession())
  open()
  expect([field('שם').value, field('אימייל').value]).toEqual(['דנה כהן', 'dana@example.com'])
  expect([field('שם').readOnly, field('אימייל').readOnly]).toEqual([true, true])
  write({ נושא: TYPED.נושא, 'מה רציתם לשאול?': TYPED['מה רציתם לשאול?'] })
  await send()
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({ name: 'דנה כהן', email: 'dana@example.com' })
})

it('a deactivated student can still ask, as a visitor', () => {
  setSession(danaSession({ isActive: false }))
  open()
  expect(field('אימייל').readOnly).toBe(false)
})

it('what is missing is said in Hebrew at its field, the first one is focused, and nothing is sent', async () => {
  open()
  write({ שם: 'יעל', אימייל: 'nobody', נושא: 'אב', 'מה רציתם לשאול?': 'קצר' })
  await send()
  expect(rpc).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field('אימייל'))
  expect(field('אימייל').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(/לפחות 10 תווים/)).toBeTruthy()
  expect(screen.getByText(/3 מתוך 4,000 תווים/)).toBeTruthy()
})

it.each([
  ['the limit', { error: { code: 'TOO_MANY_REQUESTS', message: 'Five tickets an hour' }, status: 429 }, /חמש פניות/],
  [
    'no connection',
    { error: { code: '', message: 'TypeError: fetch failed' }, status: 0 },
    errorMessages.NETWORK_ERROR,
  ],
  ['a broken server', { error: { code: '', message: 'x' }, status: 503 }, errorMessages.SERVER_ERROR],
])('[8-07] after %s nothing that was written is lost', async (_, answer, message) => {
  answers({ data: null, ...answer })
  open()
  write()
  await send()
  expect(screen.getByRole('alert').textContent).toMatch(message)
  for (const [name, value] of Object.entries(TYPED)) expect(field(name).value).toBe(value)
  answers({ data: ID, error: null, status: 200 })
  await send()
  expect(screen.getByRole('heading', { name: 'הפנייה התקבלה' })).toBeTruthy()
})

it('sends the place in the lesson that the question is about', async () => {
  open(`?course=${ID}&lesson=${ID}&t=42`)
  write()
  await send()
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({ course_id: ID, lesson_id: ID, position_seconds: 42 })
})

it('[2.2-13] shows email, phone and street address as the settings say them', () => {
  const root = { id: 'root', path: '/', element: <ContactDetails />, loader: () => null }
  const hydrationData = { loaderData: { root: { site: toSiteDetails({ contact_email: 'office@school.example' }) } } }
  render(<RouterProvider router={createMemoryRouter([root], { hydrationData })} />)
  expect(screen.getByRole('link', { name: 'office@school.example' }).getAttribute('href')).toMatch(/^mailto:/)
  expect(screen.getByRole('link', { name: '03-000-0000' }).getAttribute('href')).toBe('tel:030000000')
  expect(screen.getByText(/רחוב הדוגמה 1/)).toBeTruthy()
})

const VALUES = { name: 'יעל', email: 'yael@example.com', subject: 'הסרטון נעצר', message: 'הסרטון נעצר באמצע.' }

it('[2.1-16] what the server took without scripts is shown as taken, and what it refused is still there', () => {
  screenAt('/contact', <ContactScreen answer={{ values: VALUES, sent: { id: ID, email: VALUES.email } }} />)
  expect(screen.getByRole('heading', { name: 'הפנייה התקבלה' })).toBeTruthy()
  cleanup()
  screenAt('/contact', <ContactScreen answer={{ values: { ...VALUES, email: 'nobody' } }} />)
  expect(field('אימייל').getAttribute('aria-invalid')).toBe('true')
  expect(field('נושא').value).toBe(VALUES.subject)
})
