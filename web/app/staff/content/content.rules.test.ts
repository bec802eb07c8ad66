import { describe, expect, it } from 'vitest'
import { contentKindAt, contentPath } from '~/staff/shared/content-kinds.rules'
import { CONTENT_FIELDS, slugOf, toFormValues, toStoredFields, toStoredValue } from './content.rules'
import { fieldProblem } from './content-schema'

describe('fields', () => {
  it.each([
    ['category', { name_he: 'א', slug: 'a', description_he: null, is_featured: true }],
    ['author', { name_he: 'א', slug: 'a', expertise_areas: ['מס', 'פנסיה'], bio_he: null, image_url: '/a.webp' }],
    [
      'course',
      {
        ...{ title_he: 'א', description_he: 'ב', category_id: null, author_id: 'x', duration_minutes: 60 },
        ...{ thumbnail_url: null, vimeo_folder_id: '123' },
      },
    ],
    [
      'lesson',
      {
        ...{ title_he: 'א', description_he: null, duration_seconds: 0, provider: 'file', video_ref: 'a/b.mp4' },
        ...{ poster_url: null, summary_he: '## א', chapters: [{ start: 0, title: 'פתיחה' }] },
        attachments: [{ title: 'דף', path: 'library/a/b.pdf', bytes: 9 }],
        captions: [{ lang: 'he', label: 'עברית', vtt: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nשלום' }],
        transcript: [{ start: 0, end: 2.5, text: 'שלום' }],
      },
    ],
    [
      'news',
      {
        ...{ title_he: 'א', slug: 'a', excerpt_he: 'ב', cover_url: null, author_id: null, checked_on: '2026-11-01' },
        ...{ tags: ['מס'], related_ids: ['00000000-0000-4000-8000-000000000001'] },
        body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'ג' }] }] },
      },
    ],
    [
      'quiz',
      {
        ...{ title_he: 'א', intro_he: null, lesson_id: null, is_pretest: false, pass_percent: 70 },
        ...{
          attempts_allowed: null,
          wait_minutes: 0,
          time_limit_minutes: 30,
          shuffle_questions: true,
          review: 'never',
        },
        pools: [{ topic: 'מס', draw: null, questions: [{ id: 'x', definition: { kind: 'true-false', text: 'א' } }] }],
      },
    ],
    [
      'fact',
      {
        ...{ name_he: 'מס', slug: 'vat', type: 'bracket', unit: 'ils_year', value: null, valid_from: '2025-01-01' },
        ...{ valid_to: null, source_name: 'רשות המסים', source_url: null, checked_on: '2026-11-01', review_by: null },
        ...{ note_he: null, reason_he: null },
        brackets: [
          { from: 0, to: 84_120, rate: 10 },
          { from: 84_120, to: null, rate: 47 },
        ],
      },
    ],
  ] as const)('of a %s come back as they were', (kind, stored) => {
    expect(toStoredFields(kind, toFormValues(kind, stored))).toEqual(stored)
    expect(Object.keys(CONTENT_FIELDS[kind]).sort()).toEqual(Object.keys(stored).sort())
  })

  it.each([
    ['day', 'checked_on', '2026-11-01', true],
    ['day', 'checked_on', '2999-11-01', false],
    ['day', 'checked_on', '1.11.2026', false],
    ['date', 'valid_to', '2099-12-31', true],
    ['date', 'valid_to', '31.12.2026', false],
    ['amount', 'value', '12,420.5', true],
    ['amount', 'value', '1e3', false],
    ['brackets', 'brackets', '7010: 10\n47', true],
    ['brackets', 'brackets', '7010: 10', false],
    ['link', 'source_url', 'https://www.gov.il/a', true],
    ['link', 'source_url', 'javascript:alert(1)', false],
    ['line', 'source_name', 'א'.repeat(81), false],
    ['link', 'source_url', 'https://www.gov.il/a\u200f', true],
    ['amount', 'value', '\u200e12,420.5\u00a0', true],
    ['date', 'valid_from', '\u200f2026-01-31', true],
    ['sentences', 'transcript', '0:00 שלום', true],
    ['sentences', 'transcript', 'שלום', false],
    ['chapters', 'chapters', '0:10 לא מההתחלה', false],
    ['line', 'name_he', '', false],
    ['line', 'name_he', 'שם', true],
    ['line', 'title_he', 'א'.repeat(121), false],
    ['text', 'description_he', '', true],
    ['text', 'description_he', 'א'.repeat(2001), false],
    ['slug', 'slug', 'pension-101', true],
    ['slug', 'slug', 'פנסיה', true],
    ['slug', 'slug', 'a--b', false],
    ['slug', 'slug', 'A', false],
    ['slug', 'slug', 'a/b', false],
    ['number', 'duration_minutes', '', false],
    ['number', 'duration_minutes', '12345', false],
    ['number', 'duration_seconds', '86401', false],
    ['file', 'video_ref', 'films/a.mp4', true],
    ['file', 'video_ref', '../a.mp4', false],
    ['text', 'summary_he', 'א'.repeat(20_000), true],
    ['number', 'vimeo_folder_id', '', true],
    ['number', 'vimeo_folder_id', '1x', false],
    ['address', 'image_url', 'https://a.example/b.webp', true],
    ['address', 'image_url', '/a.webp', true],
    ['address', 'image_url', '//evil.example/a', false],
    ['address', 'image_url', 'javascript:alert(1)', false],
    ['address', 'image_url', 'http://a.example', false],
    ['tags', 'tags', 'א\nב', true],
    ['tags', 'tags', 'א\nא', false],
    ['lines', 'expertise_areas', 'א\nב', true],
    ['lines', 'expertise_areas', 'א\n'.repeat(11), false],
  ] as const)('%s %s %j fits: %s', (type, name, value, fits) => {
    expect(fieldProblem(type, name, value) === undefined).toBe(fits)
  })
})

describe('addresses', () => {
  it.each([
    ['Family finance', 'family-finance'],
    ['  פנסיה & ביטוח! ', 'פנסיה-ביטוח'],
    ['---', ''],
    ['א'.repeat(100), 'א'.repeat(80)],
  ])('of %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug))

  it('name the kind and the record', () => {
    expect(contentKindAt('/admin/courses/x')).toBe('course')
    expect(contentKindAt('/admin/authors')).toBe('author')
    expect(contentKindAt('/admin/courses/x/lessons/y')).toBe('lesson')
    expect(contentPath('lesson', 'y', 'x')).toBe('/admin/courses/x/lessons/y')
    expect(contentPath('category', 'a b')).toBe('/admin/categories/a%20b')
  })
})

it('what is no words is stored without invisible letters, and words as they are', () => {
  expect(toStoredValue('link', 'source_url', 'https://www.gov.il/a\u200f')).toBe('https://www.gov.il/a')
  expect(toStoredValue('amount', 'value', '\u200e12,420.5')).toBe(12_420.5)
  expect(toStoredValue('line', 'title_he', ' ETF\u200f')).toBe('ETF\u200f')
})
