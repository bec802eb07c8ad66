import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { queryClient } from '~/shared/client/query-client'
import { renderInRouter } from '~/shared/testing/test-router'
import { SiteHeader } from './site-header'

vi.mock('~/shared/client/supabase-browser', async () => {
  const { createSupabase } = await import('~/shared/client/supabase')
  const client = createSupabase({
    supabaseUrl: 'http://supabase.test',
    anonKey: 'anon',
    fetch: (input) => answer(String(input)),
  })
  return { browserSupabase: () => client }
})

const category = (id: string, name: string, is_featured = true) => ({
  id,
  name_he: name,
  slug: id,
  description_he: null,
  order_index: 1,
  is_active: true,
  is_featured,
  created_at: '',
  courses: [],
})
const course = (index: number) => ({
  id: `k${index}`,
  title_he: `קורס ${index}`,
  description_he: index === 1 ? null : 'ת'.repeat(150),
  category_id: 'basics',
  lessons: [],
})

const asked = vi.fn<(url: string) => void>()
async function answer(url: string): Promise<Response> {
  asked(url)
  if (!url.includes('/courses'))
    return Response.json([
      category('basics', 'יסודות'),
      category('insurance', 'ביטוח'),
      category('hidden', 'נסתר', false),
    ])
  return Response.json([1, 2, 3, 4, 5, 6, 7].map(course))
}

beforeEach(() => {
  asked.mockReset()
  queryClient().clear()
  setSession({ status: 'anonymous' })
})
function show() {
  renderInRouter(<SiteHeader />, { '*': <SiteHeader /> })
  return screen.getByRole('button', { name: 'תפריט הקורסים' })
}

it('[2.2-03] [6-02] offers sign-in and registration to visitors', () => {
  show()
  expect(screen.getByRole('link', { name: 'כניסה' }).getAttribute('href')).toBe('/login')
  expect(screen.getByRole('link', { name: 'הרשמה' }).getAttribute('href')).toBe('/register')
})

it('[2.2-03] arrives with them, to be hidden where a session is remembered', () => {
  setSession({ status: 'unknown' })
  show()
  const place = screen.getByRole('link', { name: 'כניסה' }).parentElement
  expect(place?.classList.contains('in-data-signed-in:invisible')).toBe(true)
  act(() => setSession({ status: 'anonymous' }))
  expect(place?.classList.contains('in-data-signed-in:invisible')).toBe(false)
})

it('[2.2-04] offers the student area and a menu named after the student', async () => {
  setSession({
    status: 'student',
    userId: 'u1',
    email: 'dana@example.com',
    emailVerified: true,
    isActive: true,
    phoneUpdateRequired: false,
  })
  show()
  expect(screen.getByRole('link', { name: 'האזור האישי' }).getAttribute('href')).toBe('/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: /dana/ }))
  expect((await screen.findByRole('menuitem', { name: 'הפרופיל שלי' })).getAttribute('href')).toBe('/profile')
  expect(screen.getByRole('menuitem', { name: 'יציאה' })).toBeTruthy()
})

it('[2.2-02] [9-32] shrinks once the page is scrolled more than 20 px', () => {
  show()
  const header = screen.getByRole('banner')
  const scrollTo = (y: number) =>
    act(() => {
      window.scrollY = y
      fireEvent.scroll(window)
    })
  scrollTo(20)
  expect(header.dataset.scrolled).toBe('false')
  scrollTo(21)
  expect(header.dataset.scrolled).toBe('true')
  scrollTo(0)
})

it('[7-23] loads categories and courses with the first opening, once', async () => {
  const button = show()
  expect(asked).not.toHaveBeenCalled()
  await userEvent.click(button)
  await screen.findAllByRole('tab')
  await userEvent.click(button)
  await userEvent.click(button)
  expect(asked).toHaveBeenCalledTimes(2)
})

it('[2.2-06] [9-27] [9-28] lists featured categories, the first chosen, with 6 courses and a link to the rest', async () => {
  await userEvent.click(show())
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['יסודות', 'ביטוח'])
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('link', { name: /^קורס \d/ })).toHaveLength(6)
  expect(screen.getByText('תיאור הקורס יתווסף בקרוב')).toBeTruthy()
  expect(screen.getAllByText(`${'ת'.repeat(99)}…`)).toHaveLength(5)
  expect(screen.getByRole('link', { name: /לכל הקורסים בתחום יסודות/ }).getAttribute('href')).toBe('/categories/basics')
})

it('[2.2-06] says when the chosen category has no courses', async () => {
  await userEvent.click(show())
  await userEvent.click(await screen.findByRole('tab', { name: 'ביטוח' }))
  expect(await screen.findByText('אין עדיין קורסים זמינים בתחום הזה')).toBeTruthy()
})

it('[2.2-06] opens on hover with a mouse, and Escape closes it and keeps the focus', async () => {
  const button = show()
  await userEvent.hover(button)
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('true'))
  button.focus()
  await userEvent.keyboard('{Escape}')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)
})

it('[2.2-06] closes by Escape where nothing in it has the focus: under the mouse, and after its pressed "try again" is gone', async () => {
  asked.mockImplementation(() => {
    throw new Error('away')
  })
  const button = show()
  const elsewhere = screen.getByRole('link', { name: 'אודות' })
  elsewhere.focus()
  await userEvent.hover(button)
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('true'))
  await userEvent.keyboard('{Escape}')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(elsewhere)

  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('button', { name: 'לנסות שוב' }))
  await waitFor(() => expect(document.activeElement).toBe(document.body))
  await userEvent.keyboard('{Escape}')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)
})

it('[2.2-10] closes on a change of route', async () => {
  const button = show()
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('link', { name: /קורס 2/ }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'תפריט הקורסים' }).getAttribute('aria-expanded')).toBe('false'),
  )
})

it('[2.2-07] [2.2-08] [2.2-09] opens a full menu with one category at a time and the quick links', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'פתיחת התפריט' }))
  const basics = await screen.findByRole('button', { name: 'יסודות' })
  await userEvent.click(basics)
  expect(screen.getAllByRole('link', { name: /^קורס \d/ })).toHaveLength(5)
  expect(screen.getByRole('link', { name: '+2 קורסים נוספים' }).getAttribute('href')).toBe('/categories/basics')
  await userEvent.click(screen.getByRole('button', { name: 'נסתר' }))
  expect(basics.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(basics)
  await userEvent.click(basics)
  expect(basics.getAttribute('aria-expanded')).toBe('false')
  for (const name of ['קורסים', 'חדשות ומאמרים', 'אודות', 'יצירת קשר'])
    expect(screen.getByRole('link', { name })).toBeTruthy()
})
