import { data, redirect } from 'react-router'
import { catalogText as text } from '~/catalog/courses/catalog.he'
import { listInTime } from '~/shared/client/deadline'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { RetryMessage } from '~/shared/ui/retry-message'
import type { Route } from './+types/category.route'
import { findCategory } from './categories.calls'
import { categoriesText } from './categories.he'
import { CategoryView } from './category-view'
import { presentSlug } from './former-address.calls'

/** One category with its courses [2.1-10]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { page, error } = await findCategory(context.supabase, params.slug)
  if (!page && !error) {
    const present = await presentSlug(context.supabase, params.slug).catch(() => null)
    if (present) throw redirect(paths.category(present), 301)
    throw data(null, { status: 404 })
  }
  return data({ page, error, siteUrl: context.siteUrl }, { status: error ? 503 : 200 })
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  listInTime(serverLoader, { page: null, error: 'Error fetching category', siteUrl: window.origin })

export const meta: Route.MetaFunction = ({ loaderData, params, matches }) => {
  const category = loaderData?.page?.category
  return pageMeta({
    title: category?.nameHe ?? categoriesText.categoriesTitle,
    description: category?.descriptionHe || categoriesText.categoryMeta(category?.nameHe ?? ''),
    path: paths.category(params.slug ?? ''),
    siteUrl: loaderData?.siteUrl ?? '',
    matches,
  })
}

export default function CategoryCourses({ loaderData: { page } }: Route.ComponentProps) {
  if (page) return <CategoryView {...page} />
  return (
    <div className="wrap pt-14">
      <RetryMessage title={text.coursesFailed} />
    </div>
  )
}
