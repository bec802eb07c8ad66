import { expect, it } from 'vitest'
import { lengthVerdict, SEARCH_LENGTHS, searchEntry, shortened } from './search-preview.rules'

it.each([
  ['', 'empty'],
  ['קצר', 'short'],
  ['א'.repeat(15), 'fits'],
  ['א'.repeat(60), 'fits'],
  ['א'.repeat(61), 'long'],
  ['📈'.repeat(60), 'fits'],
])('a title of %j is %s', (title, verdict) => {
  expect(lengthVerdict(title, SEARCH_LENGTHS.title)).toBe(verdict)
})

it.each([
  ['אחת שתיים', 20, 'אחת שתיים'],
  ['אחת שתיים שלוש', 11, 'אחת שתיים…'],
  ['א'.repeat(30), 10, `${'א'.repeat(9)}…`],
])('%j in %i letters is %j', (text, most, shown) => {
  expect(shortened(text, most)).toBe(shown)
})

it('says of each kind what its page says, and of others nothing', () => {
  const article = { title_he: ' ריבית ', excerpt_he: 'מה\n זה', slug: 'interest' }
  expect(searchEntry('essay', 'x', article)).toEqual({ title: 'ריבית', description: 'מה זה', path: '/news/interest' })
  expect(searchEntry('category', 'x', { name_he: 'חיסכון', slug: 'saving' })).toEqual({
    title: 'חיסכון',
    description: '',
    path: '/categories/saving',
  })
  expect(searchEntry('course', 'c1', { title_he: 'א' })?.path).toBe('/courses/c1')
  expect(searchEntry('lesson', 'x', { title_he: 'א' })).toBeNull()
})
