import { useRouteLoaderData } from 'react-router'
import type { Category, Loaded } from '~/catalog/courses/catalog.rules'

const NONE: Loaded<Category> = { items: [], error: null }

/** The categories that the layout of the site has loaded, for the pages inside it. */
export function useSiteCategories(): Loaded<Category> {
  return useRouteLoaderData<{ categories: Loaded<Category> }>('site/layout/layout.route')?.categories ?? NONE
}
