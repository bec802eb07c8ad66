import { describe, expect, test } from 'vitest'
import routes from '../../web/app/routes.ts'
import { count, dana, database, from, withCounts } from './support/counting.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, SERVICE } from './support/people.ts'

withCounts()

test('[2.1-19] [7-22] counts a visit of anybody, without a person in it', async () => {
  await callAs(database, ANONYMOUS, 'track_page_view', ['/courses/:courseId'])
  await callAs(database, dana.caller, 'track_page_view', ['/', 'browser-key-1'])
  const rows = await owner<Record<string, unknown>>(database, 'select * from page_views order by id')
  expect(rows).toMatchObject([
    { path_pattern: '/courses/:courseId', visitor_key: null },
    { path_pattern: '/', visitor_key: 'browser-key-1' },
  ])
  expect(JSON.stringify(rows)).not.toContain(dana.id)
})

test.each([
  ['/auth/recover-account?token=abc'],
  ['/courses/5f0c7f3e-0000-4000-8000-000000000000'],
  ['/profile#access_token=x'],
  ['/u/dana@example.com'],
  ['https://evil.example/'],
  [''],
  [null],
  [`/${'a'.repeat(200)}`],
])('[7-22] refuses %j, which is no pattern of a route', async (path) => {
  expect(await callAs(database, ANONYMOUS, 'track_page_view', [path]).catch(errorCode)).toBe('INVALID_PAGE_VIEW')
})

describe('[7-22] visits', () => {
  const visit = 'select public.track_page_view($1, $2) as v'

  test('every page of the academy is counted, and nothing else', async () => {
    const known = (await owner<{ pattern: string }>(database, 'select pattern from private.route_patterns')).map(
      ({ pattern }) => pattern,
    )
    const patterns = routePatterns(routes).filter((path) => !path.startsWith('/admin') && !/\.|one-click/.test(path))
    expect(known.sort()).toEqual([...new Set(patterns.filter((path) => !path.startsWith('/design')))].sort())
    await from('10.0.0.1', visit, ['/nowhere', null])
    expect(await count('page_views')).toBe(0)
  })

  test('a thousand of one address are 600 rows and one count; another address is counted on', async () => {
    for (let i = 0; i < 10; i++) {
      await from('10.0.0.2', `select public.track_page_view('/', null) as v from generate_series(1, 100)`)
    }
    expect(await count('page_views')).toBe(600)
    expect(await count('private.caller_counts')).toBe(1)
    await from('10.0.0.3', visit, ['/', 'browser-key-1'])
    expect(await count('page_views')).toBe(601)
  })

  test('a day has 60,000, from however many addresses', async () => {
    await from('10.0.0.4', visit, ['/', null])
    await owner(database, `select setval('private.visits', (select last_value from private.visits) + 59999)`)
    await from('10.0.0.5', visit, ['/', null])
    expect(await count('page_views')).toBe(1)
  })

  test('after 35 days they are sums, a day at a time, and no visit is lost', async () => {
    await owner(
      database,
      `insert into page_views (path_pattern, visitor_key, occurred_at)
       select (array['/', '/news'])[1 + i % 2], 'visitor-' || i % 4, now() - make_interval(days => 40 + i % 3) from generate_series(1, 300) i`,
    )
    await from('10.0.0.6', visit, ['/', null])
    for (const visits of [100, 100, 100, 0]) {
      expect(await callAs(database, SERVICE, 'sum_up_visits', [])).toMatchObject({ visits })
    }
    expect(await count('page_views')).toBe(1)
    expect(
      await owner(database, 'select sum(views)::int as views, max(visitors) as visitors from page_view_days'),
    ).toEqual([{ views: 300, visitors: 2 }])
  })
})

type Route = { path?: string; index?: boolean; children?: Route[] }

function routePatterns(list: Route[], parent = ''): string[] {
  return list.flatMap(({ path, children }) => {
    const here = path ? `${parent}/${path}` : parent
    return [...(path || !children ? [here || '/'] : []), ...(children ? routePatterns(children, here) : [])]
  })
}
