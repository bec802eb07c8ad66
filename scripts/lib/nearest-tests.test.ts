import { expect, test } from 'vitest'
import { nearestTests } from './nearest-tests.mjs'

const sources = new Map([
  ['web/app/shared/kinds.ts', 'export const kinds = []'],
  ['web/app/staff/list.tsx', `import { kinds } from '~/shared/kinds'`],
  ['web/app/staff/page.tsx', `const List = lazy(() => import('./list'))`],
  ['web/app/staff/page.test.tsx', `import { Page } from './page'`],
  ['web/app/staff/list.test.tsx', `import { List } from './list'`],
  ['web/app/staff/names.test.tsx', `import type { Kind } from '~/shared/kinds'\nimport 'react'`],
  ['web/app/staff/other.test.tsx', `import { other } from '~/staff/other'`],
])
const tests = (...changed: string[]) =>
  nearestTests(sources, changed, /[.]test[.]tsx$/).map((path) => path.replace(/^web\/app\/staff\/|[.]test[.]tsx$/g, ''))

test('tests come by their distance in imports from what changed, and those that do not reach it not at all', () => {
  expect(tests('web/app/shared/kinds.ts')).toEqual(['names', 'list', 'page'])
  expect(tests('web/app/staff/list.tsx')).toEqual(['list', 'page'])
})

test('of several changes the nearest counts, and a test that changed is nearest itself', () => {
  expect(tests('web/app/shared/kinds.ts', 'web/app/staff/page.test.tsx')).toEqual(['page', 'names', 'list'])
})

test('what is gone, or no source, reaches none', () => {
  expect(tests('web/app/staff/gone.test.tsx', 'README.md')).toEqual([])
})
