import { describe, expect, it } from 'vitest'
import { createSupabase } from '~/shared/client/supabase'
import { toSiteDetails } from '~/shared/config/site-settings'
import { articleJsonLd } from '~/site/news/article-json-ld.rules'
import { loader as robots } from './robots.route'
import { loader as rss } from './rss.route'
import { loader as securityTxt } from './security-txt.route'
import { loader as sitemap } from './sitemap.route'
import { loader as manifest } from './web-manifest.route'

const ARTICLE = {
  slug: 'ריבית-1',
  title_he: 'ריבית & <b>מדד</b>\u0007',
  excerpt_he: 'מה קרה ל"מדד"',
  published_at: '2026-03-05T10:00:00+00:00',
  kind: 'news',
}
const ROWS: Record<string, unknown[]> = {
  categories: [{ slug: 'finance-basics', name_he: 'יסודות' }],
  courses: [{ id: 'c1', title_he: 'קורס' }],
  articles: [ARTICLE],
}

/** Arguments of a loader whose database answers with the rows, or fails for one table. */
function args(failing?: string) {
  const supabase = createSupabase({
    supabaseUrl: 'http://supabase.test',
    anonKey: 'anon',
    fetch: async (input) => {
      const table = new URL(String(input)).pathname.split('/').at(-1) ?? ''
      return table === failing ? Response.json({ message: 'x' }, { status: 400 }) : Response.json(ROWS[table])
    },
  })
  return {
    context: { supabase, siteUrl: 'https://academy.example', site: async () => toSiteDetails({}) },
  } as unknown as Parameters<typeof sitemap>[0] &
    Parameters<typeof rss>[0] &
    Parameters<typeof robots>[0] &
    Parameters<typeof securityTxt>[0]
}

it('readers know sitemap and feed by the names of their formats', async () => {
  expect(await (await sitemap(args())).text()).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const feed = await (await rss(args())).text()
  expect(feed).toContain('<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">')
})

describe('sitemap.xml', () => {
  it('[2.1-16] names static pages, categories, courses and articles, and nothing personal', async () => {
    const response = await sitemap(args())
    const urls = [...(await response.text()).matchAll(/<loc>https:\/\/academy\.example(.*?)<\/loc>/g)].map(([, p]) => p)
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(urls).toEqual([
      ...['/', '/categories', '/courses', '/news', '/facts', '/about-us', '/contact'],
      ...['/terms', '/privacy', '/cookies', '/accessibility'],
      ...['/categories/finance-basics', '/courses/c1', `/news/${encodeURIComponent('ריבית-1')}`],
    ])
  })

  it.each(['categories', 'courses', 'articles'])(
    'is not there rather than half when %s cannot be read',
    async (table) => {
      expect((await sitemap(args(table))).status).toBe(503)
    },
  )
})

describe('rss.xml', () => {
  it('holds the articles, escaped', async () => {
    const text = await (await rss(args())).text()
    expect(text).toContain('<title>ריבית &amp; &lt;b&gt;מדד&lt;/b&gt;</title>')
    expect(text).toContain('<description>מה קרה ל&quot;מדד&quot;</description>')
    expect(text).toContain('<pubDate>Thu, 05 Mar 2026 10:00:00 GMT</pubDate>')
    expect(text).toContain('<atom:link href="https://academy.example/rss.xml" rel="self"')
  })

  it('is not there when the articles cannot be read', async () => {
    expect((await rss(args('articles'))).status).toBe(503)
  })
})

it('robots.txt closes what is personal and names the sitemap', async () => {
  const text = await robots(args()).text()
  for (const path of ['/admin', '/dashboard', '/profile', '/auth']) expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(text).toContain('Sitemap: https://academy.example/sitemap.xml')
})

it('manifest.webmanifest is Hebrew and right to left', async () => {
  const response = await manifest(args())
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  expect(await response.json()).toMatchObject({ lang: 'he', dir: 'rtl', start_url: '/', name: 'האקדמיה לפיננסים' })
})

it('security.txt has a contact and an end less than a year away', async () => {
  const text = await (await securityTxt(args())).text()
  expect(text).toContain('Contact: mailto:hello@academy.example')
  const expires = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '') - Date.now()
  expect(expires).toBeGreaterThan(86_400_000)
  expect(expires).toBeLessThan(365 * 86_400_000)
})

it('[2.1-15] an article tells search engines its kind, day, author and picture', () => {
  const article = {
    ...({ kind: 'news', titleHe: 'ריבית', excerptHe: 'מה קרה', coverUrl: '/a.webp', authorName: null } as const),
    publishedAt: ARTICLE.published_at,
  }
  const publisher = { name: 'האקדמיה', url: 'https://academy.example' }
  expect(articleJsonLd(article, 'https://academy.example/news/a', publisher)).toMatchObject({
    '@type': 'NewsArticle',
    headline: 'ריבית',
    datePublished: ARTICLE.published_at,
    image: 'https://academy.example/a.webp',
    author: { '@type': 'Organization', name: 'האקדמיה' },
  })
  expect(
    articleJsonLd({ ...article, kind: 'essay', authorName: 'נועה' }, 'https://x.example/', publisher),
  ).toMatchObject({
    '@type': 'Article',
    author: { '@type': 'Person', name: 'נועה' },
  })
})
