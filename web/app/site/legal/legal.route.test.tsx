import { cleanup, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { accessibilityStateText as text } from './accessibility-state.he'
import { legalText } from './legal.he'
import Legal, { meta } from './legal.route'

afterEach(cleanup)

const NOW = Date.parse('2026-11-20T10:00:00Z')
const FIRST = { version: 1, effectiveAt: '2026-11-01T00:00:00Z', summary: null as string | null }
const COMING = { version: 2, effectiveAt: '2027-01-01T07:00:00Z', summary: 'נוסף סעיף על מבחנים.' }

const loaderData = (isDraft: boolean, versions = [FIRST], asked = false, state: object | null = null) => ({
  state,
  now: NOW,
  text: {
    versions,
    titleHe: 'תנאי שימוש',
    version: 1,
    effectiveAt: '2026-11-01T00:00:00Z',
    isDraft,
    body: { type: 'doc' as const, content: [] },
  },
  path: '/terms',
  asked,
  siteUrl: 'https://academy.test',
})

/** The router gives a page more than this one reads. */
const show = (...data: Parameters<typeof loaderData>) =>
  render(<MemoryRouter>{createElement(Legal, { loaderData: loaderData(...data) } as never)}</MemoryRouter>)

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

test('[2.1-17] a version that waits for its day is told of before, with what changes and the way to it', () => {
  show(false, [COMING, FIRST])
  expect(screen.getByRole('status').textContent).toContain(legalText.coming('1 בינואר 2027 בשעה 09:00'))
  expect(screen.getByRole('status').textContent).toContain(COMING.summary)
  expect(screen.getByRole('link', { name: legalText.readComing }).getAttribute('href')).toBe('/terms?version=2')
})

test('[2.1-17] all versions are listed with their days; one alone is no list', () => {
  show(false, [{ ...COMING, effectiveAt: '2026-11-10T00:00:00Z' }, FIRST], true)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    `${legalText.version(2, '10 בנובמבר 2026')}${COMING.summary}`,
    legalText.version(1, '1 בנובמבר 2026'),
  ])
  cleanup()
  show(false)
  expect(screen.queryByText(legalText.versions)).toBeNull()
})

test('[2.1-17] each of the texts has a description of its own', () => {
  const described = Object.keys(legalText.about).map((slug) => {
    const all = meta({ loaderData: { ...loaderData(false), path: `/${slug}` }, matches: [] } as never)
    return all?.find((one) => 'name' in one && one.name === 'description')
  })
  expect(described).toEqual(Object.values(legalText.about).map((content) => ({ name: 'description', content })))
  expect(new Set(Object.values(legalText.about)).size).toBe(4)
})

const NOT_WAIVED = { silent_waived: 0, pictures_waived: 0, headings_waived: 0 }
const WHOLE = { lessons: 12, captioned: 12, transcribed: 11, silent: 0, articles: 3 }
test('the accessibility statement says what the site shows at that moment, and what is missing of it', () => {
  show(false, [FIRST], false, { ...WHOLE, pictures_without_words: 0, headings_out_of_order: 0, ...NOT_WAIVED })
  expect(screen.getByText(text.noneSilent)).toBeTruthy()
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['12', '11'])
  expect(screen.getByText(text.articlesWhole, { exact: false })).toBeTruthy()
  cleanup()
  show(false, [FIRST], false, {
    ...WHOLE,
    silent: 1,
    pictures_without_words: 2,
    headings_out_of_order: 1,
    ...NOT_WAIVED,
  })
  expect(screen.getByText(`${text.silent.one}.`)).toBeTruthy()
  expect(screen.queryByText(text.noneSilent)).toBeNull()
  for (const words of [text.pictures.two, text.headings.one])
    expect(screen.getByText(words, { exact: false })).toBeTruthy()
})

test('beside what is missing it says how much was published so with a reason', () => {
  const missing = { silent: 3, pictures_without_words: 2, headings_out_of_order: 1 }
  show(false, [FIRST], false, { ...WHOLE, ...missing, silent_waived: 1, pictures_waived: 2, headings_waived: 0 })
  expect(screen.getByText(`ל־3 שיעורים אין עדיין כתוביות ואין תמליל. ${text.waived(1)}`)).toBeTruthy()
  expect(
    screen.getByText(`${text.pictures.two}. ${text.waived(2)} ${text.headings.one}.`, { exact: false }),
  ).toBeTruthy()
})

test('a statement is read without them where they cannot be told', () => {
  show(false)
  expect(screen.queryByText(text.title)).toBeNull()
})
