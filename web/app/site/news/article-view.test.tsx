import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { ArticleView } from './article-view'
import type { Article } from './articles.calls'
import { newsText as text } from './news.he'

const other = (slug: string) => ({ ...ARTICLE, id: slug, slug, titleHe: `על ${slug}` })
const ARTICLE: Article = {
  ...{ id: 'a', kind: 'news', slug: 'rates', titleHe: 'שינוי בריבית', excerptHe: 'בקצרה', coverUrl: null },
  ...{ authorName: null, publishedAt: null, checkedOn: null, readingMinutes: 1, tags: [], related: [] },
  body: { type: 'doc', content: [] },
}
const show = (changes: Partial<Article>) =>
  screenAt('/news/rates', <ArticleView article={{ ...ARTICLE, ...changes }} />)

test('[2.1-15] an article leads to all with its tags, and to what stands beside it', () => {
  show({ tags: ['ריבית', 'R&D'], related: [other('loans'), other('prices')] })
  const tags = within(screen.getByRole('navigation', { name: text.tags })).getAllByRole('link')
  expect(tags.map((link) => link.getAttribute('href'))).toEqual([
    '/news?tag=%D7%A8%D7%99%D7%91%D7%99%D7%AA',
    '/news?tag=R%26D',
  ])
  const related = within(screen.getByRole('region', { name: text.related })).getAllByRole('link')
  expect(related.map((link) => link.getAttribute('href'))).toEqual(['/news/loans', '/news/prices'])
})

test('one without either shows neither', () => {
  show({})
  expect(screen.queryByRole('navigation', { name: text.tags })).toBeNull()
  expect(screen.queryByRole('region', { name: text.related })).toBeNull()
})
