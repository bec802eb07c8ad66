import type { Course } from './catalog.rules'

/** A course for tests and for the page of all primitives; they say only what they are about. */
export const sampleCourse = (changes: Partial<Course> = {}): Course => ({
  id: 'k1',
  titleHe: 'ריבית דריבית',
  descriptionHe: '',
  categoryId: 'c1',
  category: { nameHe: 'יסודות הפיננסים', slug: 'finance-basics' },
  author: { id: 'a1', nameHe: 'נועה ברק', imageUrl: null, expertiseAreas: [] },
  durationMinutes: 65,
  thumbnailUrl: null,
  orderIndex: 1,
  lessonCount: 2,
  ...changes,
})
