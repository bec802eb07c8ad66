import { data, Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/news.route'
import { ArticleList } from './article-list'
import { listArticles } from './articles.calls'
import { newsText as text } from './news.he'

/** News and essays under one address [2.1-15]. */
export async function loader({ context }: Route.LoaderArgs) {
  const articles = await listArticles(context.supabase)
  return data({ articles, siteUrl: context.siteUrl }, { status: articles.error ? 503 : 200 })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta({
    title: text.title,
    description: text.meta,
    path: paths.news,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
  }),
  { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: text.title, href: paths.rss },
]

export default function News({ loaderData: { articles } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHeader title={text.title} intro={text.intro}>
        <p className="mt-3">
          <Link to={paths.facts} className="text-link inline-block py-1">
            {text.facts}
          </Link>
        </p>
      </PageHeader>
      {articles.error ? (
        <RetryMessage title={text.failed} />
      ) : articles.items.length === 0 ? (
        <StateMessage title={text.empty} body={text.emptyBody}>
          <Link to={paths.courses} className={buttonClass('secondary')}>
            {common.allCourses}
          </Link>
        </StateMessage>
      ) : (
        <ArticleList articles={articles.items} />
      )}
    </div>
  )
}
