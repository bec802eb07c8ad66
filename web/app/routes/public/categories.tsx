import { Link } from 'react-router'
import { CategoryIndex } from '~/components/category-index'
import { PageHeader } from '~/components/page-header'
import { RetryMessage } from '~/components/retry-message'
import { StateMessage } from '~/components/state-message'
import { buttonClass } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { pageMeta } from '~/lib/meta'
import { useSiteCategories } from '~/lib/use-site-data'
import { catalogText as text } from '~/locales/he/catalog'
import { common } from '~/locales/he/common'
import type { Route } from './+types/categories'

export const loader = ({ context }: Route.LoaderArgs) => ({ siteUrl: context.siteUrl })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: text.categoriesTitle,
    description: text.categoriesMeta,
    path: paths.categories,
    siteUrl: loaderData?.siteUrl ?? '',
  })

/** All categories; they are the layout's, which shows them in its footer. */
export default function Categories() {
  const { items, error } = useSiteCategories()
  return (
    <div className="wrap">
      <PageHeader title={text.categoriesTitle} intro={text.categoriesIntro} />
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
