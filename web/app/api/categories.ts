import { LIST_LOADING_TIMEOUT } from '~/config/constants'
import type { Category, Loaded } from '~/domain/catalog'
import { withinTime } from '~/lib/deadline'
import type { Supabase } from '~/lib/supabase'

type CategoryRow = {
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
