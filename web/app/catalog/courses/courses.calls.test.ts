import { describe, expect, it } from 'vitest'
import { createSupabase } from '~/shared/client/supabase'
import { type CourseRow, findCourse, listCourses, toCourse } from './courses.calls'

const ID = '1ae5b175-973f-5852-bc46-15adb68d83e4'

const row: CourseRow = {
  id: ID,
  title_he: 'ריבית דריבית',
  description_he: ' תיאור ',
  category_id: 'c1',
  category: { name_he: 'יסודות', slug: 'finance-basics' },
  author: { id: 'a1', name_he: 'נועה ברק', image_url: null, expertise_areas: null },
  author_name: 'שם ישן',
  author_image_url: null,
  author_expertise_areas: ['תחום ישן'],
  duration_minutes: 65,
  thumbnail_url: '',
  order_index: 1,
  lessons: [{ id: 'l1' }, { id: 'l2' }],
}

function clientThat(answer: (url: URL) => Response | Promise<Response>) {
  const asked: URL[] = []
  const supabase = createSupabase({
    supabaseUrl: 'http://supabase.test',
    anonKey: 'anon',
    fetch: async (input) => {
      const url = new URL(String(input))
      asked.push(url)
      return answer(url)
    },
  })
  return { supabase, asked }
}

describe('row to model', () => {
  it('[3-09] [3-11] maps names, category, author and lesson count', () => {
    expect(toCourse(row)).toEqual({
      id: ID,
      titleHe: 'ריבית דריבית',
      descriptionHe: 'תיאור',
      categoryId: 'c1',
      category: { nameHe: 'יסודות', slug: 'finance-basics' },
      author: { id: 'a1', nameHe: 'נועה ברק', imageUrl: null, expertiseAreas: [] },
      durationMinutes: 65,
      thumbnailUrl: null,
      orderIndex: 1,
      lessonCount: 2,
    })
  })
  it('[3-10] falls back to the older author fields', () => {
    expect(toCourse({ ...row, author: null }).author).toMatchObject({ id: null, nameHe: 'שם ישן' })
    expect(toCourse({ ...row, author: null, author_name: null }).author).toBeNull()
  })
  it('[9-29] takes 60 minutes for a course without a duration', () =>
    expect(toCourse({ ...row, duration_minutes: null }).durationMinutes).toBe(60))
})

describe('list of courses', () => {
  it('[7-14] asks once for published courses in order with category, author and lesson ids', async () => {
    const { supabase, asked } = clientThat(() => Response.json([row]))
    const { items, error } = await listCourses(supabase, { categoryId: 'c1', limit: 3 })
    expect(error).toBeNull()
    expect(items).toHaveLength(1)
    expect(asked).toHaveLength(1)
    const query = asked[0]?.searchParams
    expect(query?.get('select')).toBe(
      '*,category:categories(*),author:authors(id,name_he,image_url,expertise_areas),lessons(id)',
    )
    expect(query?.get('is_published')).toBe('eq.true')
    expect(query?.get('category_id')).toBe('eq.c1')
    expect(query?.get('order')).toBe('order_index.asc')
    expect(query?.get('limit')).toBe('3')
  })
  it('knows how many there are beside those it was asked for, in the same request', async () => {
    const preferred: (string | null)[] = []
    const supabase = createSupabase({
      supabaseUrl: 'http://supabase.test',
      anonKey: 'anon',
      fetch: async (_, init) => {
        preferred.push(new Headers(init?.headers).get('prefer'))
        return Response.json([row], { headers: { 'content-range': '0-0/7' } })
      },
    })
    expect((await listCourses(supabase, { limit: 1 })).total).toBe(7)
    expect(preferred).toEqual(['count=exact'])
    const { supabase: whole } = clientThat(() => Response.json([row, { ...row, category: null, category_id: null }]))
    expect((await listCourses(whole)).total).toBe(2)
  })
  it('[7-15] brings the lessons of the opened course along in the same request', async () => {
    const opened = [{ id: 'l1', title_he: 'שיעור', duration_seconds: 600, order_index: 1 }]
    const { supabase, asked } = clientThat(() => Response.json([{ ...row, opened }]))
    const list = await listCourses(supabase, { openedId: ID })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.searchParams.get('opened.course_id')).toBe(`eq.${ID}`)
    expect(asked[0]?.searchParams.get('opened.order')).toBe('order_index.asc')
    expect(list.opened?.lessons).toEqual([{ id: 'l1', titleHe: 'שיעור', durationSeconds: 600, orderIndex: 1 }])
  })
  it('[8-36] keeps the message of a failure and empties the list', async () => {
    const { supabase } = clientThat(() => Response.json({ message: 'permission denied' }, { status: 403 }))
    expect(await listCourses(supabase)).toEqual({ items: [], opened: null, total: 0, error: 'permission denied' })
  })
  it("[8-36] says 'Error fetching courses' when there is no message", async () => {
    const { supabase } = clientThat(() => Response.json({ message: '' }, { status: 500 }))
    expect((await listCourses(supabase)).error).toBe('Error fetching courses')
  })
})

describe('one course', () => {
  it('[7-14] is null when it is not there', async () => {
    const { supabase } = clientThat(() => Response.json([]))
    expect(await findCourse(supabase, ID)).toEqual({ opened: null, error: null })
  })
  it("[8-36] says 'Error fetching course' when there is no message", async () => {
    const { supabase } = clientThat(() => Response.json({ message: '' }, { status: 500 }))
    expect((await findCourse(supabase, ID)).error).toBe('Error fetching course')
  })
})
