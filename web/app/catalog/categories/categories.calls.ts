import type { Category, Course, Loaded } from '~/catalog/courses/catalog.rules'
import { type CourseRow, toCourse } from '~/catalog/courses/courses.calls'
import { withinTime } from '~/shared/client/deadline'
import type { Damaged } from '~/shared/client/stored-values'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

export type CategoryRow = {
  id: string
  name_he: string
  description_he: string | null
  slug: string
  order_index: number
  is_active: boolean
  is_featured: boolean
  created_at: string
  courses?: { id: string }[] | null
}

const CATEGORY_SELECT = '*, courses(id)'

export const toCategory = (row: CategoryRow): Category => ({
  id: row.id,
  nameHe: row.name_he,
  descriptionHe: row.description_he?.trim() ?? '',
  slug: row.slug,
  orderIndex: row.order_index,
  isActive: row.is_active,
  isFeatured: row.is_featured,
  createdAt: row.created_at,
  courseCount: row.courses?.length ?? 0,
})

/**
 * Active categories in order, each with the number of its published courses; one statement [7-13].
 * A failure gives an empty list and its message [8-36].
 */
export async function listCategories(supabase: Supabase): Promise<Loaded<Category>> {
  try {
    const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
      supabase
        .from('categories')
        .select(CATEGORY_SELECT)
        .eq('is_active', true)
        .eq('courses.is_published', true)
        .order('order_index', { ascending: true })
        .abortSignal(signal),
    )
    if (error) return { items: [], error: error.message || 'Error fetching categories' }
    return { items: data.map(toCategory), error: null }
  } catch {
    return { items: [], error: 'Error fetching categories' }
  }
}

const CATEGORY_WITH_COURSES = '*, courses(*, author:authors(id, name_he, image_url, expertise_areas), lessons(id))'

export type CategoryWithCoursesRow = Omit<CategoryRow, 'courses'> & { courses: Omit<CourseRow, 'category'>[] }

/** A category with its published courses. */
export type CategoryPage = { category: Category; courses: Course[] }

/**
 * One active category by its slug with its published courses in order, in one statement ([7-13], [7-14]).
 * `page` is null when there is no such category; a failure gives its message [8-36].
 */
export async function findCategory(
  supabase: Supabase,
  slug: string,
): Promise<{ page: CategoryPage | null; error: string | null }> {
  try {
    const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
      supabase
        .from('categories')
        .select(CATEGORY_WITH_COURSES)
        .eq('slug', slug)
        .eq('is_active', true)
        .eq('courses.is_published', true)
        .eq('courses.lessons.is_published', true)
        .order('order_index', { referencedTable: 'courses', ascending: true })
        .abortSignal(signal)
        .maybeSingle<CategoryWithCoursesRow>(),
    )
    if (error) return { page: null, error: error.message || 'Error fetching category' }
    return { page: data ? toCategoryPage(data, supabase.damaged) : null, error: null }
  } catch {
    return { page: null, error: 'Error fetching category' }
  }
}

/** A row with its courses as the page shows them. */
export function toCategoryPage(row: CategoryWithCoursesRow, damaged?: Damaged): CategoryPage {
  const { name_he, slug } = row
  return {
    category: toCategory(row),
    courses: row.courses.map((course) => toCourse({ ...course, category: { name_he, slug } }, damaged)),
  }
}
