import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NAME_ALONE, type PublicNotice } from '~/shared/config/site'
import { pass } from '~/shared/testing/screen-at'
import { SiteNotice } from './site-notice'

const NOW = Date.parse('2026-12-01T08:00:00Z')

/** The notice in a page that was made at a moment. */
function show(notice: PublicNotice | null, madeAt = NOW) {
  const root = { id: 'root', path: '/', element: <SiteNotice />, loader: () => null }
  const loaderData = { root: { site: { ...NAME_ALONE, notice }, madeAt } }
  render(<RouterProvider router={createMemoryRouter([root], { hydrationData: { loaderData } })} />)
}

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

it('[2.12-10] says what the academy has to say, as text', () => {
  show({ text: '<b>עבודות</b>', startsAt: null, endsAt: null })
  expect(screen.getByText('<b>עבודות</b>')).toBeTruthy()
})

it('says nothing when there is nothing to say', () => {
  show(null)
  expect(screen.queryByRole('region')).toBeNull()
})

it('comes and goes by its times in a page that stays open', async () => {
  show({ text: 'עבודות', startsAt: NOW + 1000, endsAt: NOW + 3000 })
  expect(screen.queryByText('עבודות')).toBeNull()
  await pass(1000)
  expect(screen.getByText('עבודות')).toBeTruthy()
  await pass(2000)
  expect(screen.queryByText('עבודות')).toBeNull()
})

it('in a page that was kept, stands as the page was made and then as it is now', async () => {
  show({ text: 'עבודות', startsAt: null, endsAt: NOW - 1 }, NOW - 5000)
  expect(screen.getByText('עבודות')).toBeTruthy()
  await pass(0)
  expect(screen.queryByText('עבודות')).toBeNull()
})
