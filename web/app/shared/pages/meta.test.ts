import { expect, test } from 'vitest'
import { pageMeta } from './meta'

const SITE = { siteUrl: 'https://academy.test', matches: [] as never }
const page = (more: Partial<Parameters<typeof pageMeta>[0]> = {}) =>
  pageMeta({ title: 'מע״מ', description: 'מה זה עושה למחיר', path: '/news/vat', ...SITE, ...more })

test('[2.1-15] an article says that it is one, and when it was published; another page is a page', () => {
  const published = '2026-09-20T06:00:00Z'
  expect(page({ published })).toEqual(
    expect.arrayContaining([
      { property: 'og:type', content: 'article' },
      { property: 'article:published_time', content: published },
    ]),
  )
  expect(page()).toContainEqual({ property: 'og:type', content: 'website' })
})

test('title, description, the one address and a picture stand whole on every page', () => {
  expect(page()).toEqual(
    expect.arrayContaining([
      { title: 'מע״מ · האקדמיה לפיננסים' },
      { name: 'description', content: 'מה זה עושה למחיר' },
      { tagName: 'link', rel: 'canonical', href: 'https://academy.test/news/vat' },
      { property: 'og:image', content: 'https://academy.test/social.png' },
    ]),
  )
  expect(page({ image: '/a.webp' })).toContainEqual({ property: 'og:image', content: 'https://academy.test/a.webp' })
  expect(pageMeta({ description: '', path: '/', ...SITE })).toContainEqual({ title: 'האקדמיה לפיננסים' })
})

test('only what search engines should leave out says so', () => {
  const robots = { name: 'robots', content: 'noindex' }
  expect(page()).not.toContainEqual(robots)
  expect(page({ noIndex: true })).toContainEqual(robots)
})
