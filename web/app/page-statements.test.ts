import { describe, expect, it } from 'vitest'
import { loader as category } from '~/catalog/categories/category.route'
import { loader as courses } from '~/catalog/courses/courses.route'
import { createSupabase } from '~/shared/client/supabase'
import { loader as about } from '~/site/about/about.route'
import { loader as facts } from '~/site/facts/facts.route'
import { loader as home } from '~/site/home/home.route'
import { loader as layout } from '~/site/layout/layout.route'
import { loader as article } from '~/site/news/article.route'
import { loader as news } from '~/site/news/news.route'

const ID = '1ae5b175-973f-5852-bc46-15adb68d83e4'

/** How many requests, which are statements, a page takes: those of its loaders together. */
async function statementsOf(loaders: ((args: never) => unknown)[], params: Record<string, string> = {}) {
  let count = 0
  const supabase = createSupabase({
    supabaseUrl: 'http://supabase.test',
    anonKey: 'anon',
    fetch: async () => {
      count++
      return Response.json([])
    },
  })
  const once = (_name: string, read: () => unknown) => read()
  const args = {
    context: { supabase, siteUrl: 'http://site.test', once },
    params,
    request: new Request('http://site.test/'),
  }
  await Promise.allSettled(loaders.map(async (load) => load(args as never)))
  return count
}

describe('statements of a page', () => {
  it('home: at most 3', async () => expect(await statementsOf([layout, home])).toBeLessThanOrEqual(3))
  it('about: at most 2', async () => expect(await statementsOf([layout, about])).toBeLessThanOrEqual(2))
  it('courses: at most 2', async () => expect(await statementsOf([layout, courses])).toBeLessThanOrEqual(2))
  it('an open course: at most 2', async () =>
    expect(await statementsOf([layout, courses], { courseId: ID })).toBeLessThanOrEqual(2))
  it('a category: at most 2, and where there is none one more, to know whether it has another address', async () =>
    expect(await statementsOf([layout, category], { slug: 'x' })).toBeLessThanOrEqual(3))
  it('the figures of law: one of their own', async () => expect(await statementsOf([facts])).toBe(1))
  it('news: one of their own; an article too, and where there is none two more, to know whether it has another address', async () => {
    expect(await statementsOf([news])).toBe(1)
    expect(await statementsOf([article], { slug: 'x' })).toBe(3)
  })
})

it('an address that cannot be a course asks nothing', async () => {
  expect(await statementsOf([courses], { courseId: 'abc' })).toBe(0)
})
