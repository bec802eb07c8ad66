import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createSupabase } from '~/shared/client/supabase'
import { screenAt } from '~/shared/testing/screen-at'
import { newsText as text } from './news.he'
import News, { loader, meta } from './news.route'

afterEach(cleanup)

const ROW = {
  ...{ id: 'a1', kind: 'news', slug: 'rates', title_he: 'ריבית', excerpt_he: 'בקצרה', cover_url: null },
  ...{ published_at: '2026-11-01T00:00:00Z', checked_on: null, reading_minutes: 2, author: null, tags: ['שוק ההון'] },
}

/** What the page reads at an address, and what it asks of the database. */
async function read(search: string, rows: object[]) {
  const asked: URL[] = []
  const supabase = createSupabase({
    supabaseUrl: 'http://supabase.test',
    anonKey: 'anon',
    fetch: async (input: RequestInfo | URL) => {
      asked.push(new URL(input instanceof Request ? input.url : input))
      return Response.json(rows)
    },
  })
  const request = new Request(`http://site.test/news${search}`)
  const context = { supabase, siteUrl: 'http://site.test' }
  const answer = await loader({ context, request, params: {} } as never)
  return { loaderData: answer.data, asked }
}

test('[2.1-15] a tag narrows the list in the same statement, and is not one more page for search engines', async () => {
  const { loaderData, asked } = await read(`?tag=${encodeURIComponent('שוק ההון')}`, [ROW])
  expect(asked.map(({ searchParams }) => searchParams.get('tags'))).toEqual(['cs.{"שוק ההון"}'])
  screenAt('/news', createElement(News, { loaderData } as never))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text.tagged('שוק ההון'))
  expect(screen.getByRole('link', { name: text.all })).toBeTruthy()
  const rendered = JSON.stringify(meta({ loaderData, matches: [] } as never))
  expect(rendered).toContain('noindex')
  expect(rendered).toContain(text.tagged('שוק ההון'))
})

test('a tag that no article has says so; signs that lists are written with stay signs of one word', async () => {
  const { loaderData } = await read('?tag=x', [])
  screenAt('/news', createElement(News, { loaderData } as never))
  expect(screen.getByText(text.untagged)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text.title)
  const { asked } = await read(`?tag=${encodeURIComponent('a"}\\{')}`, [ROW])
  expect(asked[0]?.searchParams.get('tags')).toBe('cs.{"a\\"}\\\\{"}')
})

test('[2.1-15] without one the list is whole, also while it is empty', async () => {
  const { loaderData, asked } = await read('', [])
  expect(asked[0]?.searchParams.has('tags')).toBe(false)
  screenAt('/news', createElement(News, { loaderData } as never))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text.title)
  expect(screen.getByText(text.empty)).toBeTruthy()
})
