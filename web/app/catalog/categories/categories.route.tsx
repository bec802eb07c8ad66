import { Link } from 'react-router'
import { catalogText as text } from '~/catalog/courses/catalog.he'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/categories.route'
import { categoriesText } from './categories.he'
import { CategoryIndex } from './category-index'
import { useSiteCategories } from './use-site-categories'

export const loader = ({ context }: Route.LoaderArgs) => ({ siteUrl: context.siteUrl })

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: categoriesText.categoriesTitle,
    description: categoriesText.categoriesMeta,
    path: paths.categories,
    siteUrl: loaderData?.siteUrl ?? '',
    matches,
  })

/** All categories; they are the layout's, which shows them in its footer. */
export default function Categories() {
  const { items, error } = useSiteCategories()
  return (
    <div className="wrap">
      <PageHeader title={categoriesText.categoriesTitle} intro={categoriesText.categoriesIntro} />
      {error ? (
        <RetryMessage title={text.categoriesFailed} />
      ) : items.length === 0 ? (
        <StateMessage title={text.noCategories} body={text.noCategoriesBody}>
          <Link to={paths.courses} className={buttonClass('secondary')}>
            {common.allCourses}
          </Link>
        </StateMessage>
      ) : (
        <CategoryIndex categories={items} headingLevel="h2" />
      )}
    </div>
  )
}
