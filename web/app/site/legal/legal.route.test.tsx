import { cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { legalText } from './legal.he'
import Legal, { meta } from './legal.route'

afterEach(cleanup)

const loaderData = (isDraft: boolean) => ({
  text: {
    titleHe: 'תנאי שימוש',
    version: 1,
    effectiveAt: '2026-11-01T00:00:00Z',
    isDraft,
    body: { type: 'doc' as const, content: [] },
  },
  path: '/terms',
  asked: false,
  siteUrl: 'https://academy.test',
})

/** The router gives a page more than this one reads. */
const show = (isDraft: boolean) =>
  render(<MemoryRouter>{createElement(Legal, { loaderData: loaderData(isDraft) } as never)}</MemoryRouter>)

const robots = (isDraft: boolean) =>
  JSON.stringify(meta({ loaderData: loaderData(isDraft), matches: [] } as never)).includes('noindex')

test('[2.1-17] a draft says that nobody has reviewed it, and search engines leave it out', () => {
  show(true)
  expect(screen.getByText(legalText.draft)).toBeTruthy()
  expect(robots(true)).toBe(true)
})

test('[2.1-17] a reviewed text says nothing of the kind', () => {
  show(false)
  expect(screen.queryByText(legalText.draft)).toBeNull()
  expect(robots(false)).toBe(false)
})
