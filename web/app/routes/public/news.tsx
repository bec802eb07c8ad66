import { data, Link } from 'react-router'
import { listArticles } from '~/api/articles'
import { PageHeader } from '~/components/page-header'
import { RetryMessage } from '~/components/retry-message'
import { StateMessage } from '~/components/state-message'
import { buttonClass } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { ArticleList } from '~/features/news/article-list'
import { pageMeta } from '~/lib/meta'
import { common } from '~/locales/he/common'
import { newsText as text } from '~/locales/he/news'
import type { Route } from './+types/news'

/** News and essays under one address [2.1-15]. */
export async function loader({ context }: Route.LoaderArgs) {
  const articles = await listArticles(context.supabase)
  return data({ articles, siteUrl: context.siteUrl }, { status: articles.error ? 503 : 200 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...pageMeta({
    title: text.title,
    description: text.meta,
    path: paths.news,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
  }),
  { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: text.title, href: paths.rss },
]

export default function News({ loaderData: { articles } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHeader title={text.title} intro={text.intro} />
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
