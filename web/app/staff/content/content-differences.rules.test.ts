import { expect, it } from 'vitest'
import { differences } from './content-differences.rules'

it('two versions differ in the fields whose texts differ', () => {
  const from = { name_he: 'א', slug: 'a', description_he: null, is_featured: false }
  expect(differences('category', from, { ...from, description_he: '' })).toEqual([])
  expect(differences('category', from, { ...from, name_he: 'ב', is_featured: true })).toEqual([
    { name: 'name_he', before: 'א', after: 'ב' },
    { name: 'is_featured', before: false, after: true },
  ])
  expect(differences('essay', { tags: ['מס', 'שכר'] }, { tags: ['מס'] })).toEqual([
    { name: 'tags', before: 'מס\nשכר', after: 'מס' },
  ])
})
