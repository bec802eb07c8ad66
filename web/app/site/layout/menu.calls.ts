import { useQuery } from '@tanstack/react-query'
import { listCategories } from '~/catalog/categories/categories.calls'
import type { Category, Course } from '~/catalog/courses/catalog.rules'
import { listCourses } from '~/catalog/courses/courses.calls'
import { withinTime } from '~/shared/client/deadline'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

/** A category with its courses, as the menus show it. */
export type MenuCategory = Category & { courses: Course[] }

async function fetchMenu(): Promise<MenuCategory[]> {
  const supabase = browserSupabase()
  const [categories, courses] = await withinTime(LIST_LOADING_TIMEOUT, () =>
    Promise.all([listCategories(supabase), listCourses(supabase)]),
  )
  const error = categories.error ?? courses.error
  if (error) throw new Error(error)
  return categories.items.map((category) => ({
    ...category,
    courses: courses.items.filter(({ categoryId }) => categoryId === category.id),
  }))
}

/** Categories and courses of the menus, fetched when the first menu opens and kept [7-23]. */
export function useMenuData() {
  const { data, isError, refetch } = useQuery({ queryKey: ['menu'], queryFn: fetchMenu, staleTime: 300_000 })
  return { categories: data, failed: isError, retry: () => void refetch() }
}
