import { data, Link } from 'react-router'
import type { Loaded } from '~/catalog/courses/catalog.rules'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/news.route'
import { ArticleList } from './article-list'
import { type ArticleSummary, listArticles } from './articles.calls'
import { newsText as text } from './news.he'

/** The tag that an address asks for; one that no article can have is none. */
const tagOf = (params: URLSearchParams) => {
  const tag = params.get('tag')?.trim() ?? ''
  return /^[^\p{Cc},]{1,30}$/u.test(tag) ? tag : undefined
}

/** News and essays under one address, or those with a tag [2.1-15]. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const tag = tagOf(new URL(request.url).searchParams)
  const articles = await listArticles(context.supabase, tag)
  return data({ articles, tag, siteUrl: context.siteUrl }, { status: articles.error ? 503 : 200 })
}

/** A tag is named where articles have it; the words of an address that leads nowhere are nobody's heading. */
const titleOf = (articles: Loaded<ArticleSummary> | undefined, tag: string | undefined) =>
  tag && articles && articles.items.length > 0 ? text.tagged(tag) : text.title

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta({
    title: titleOf(loaderData?.articles, loaderData?.tag),
    description: text.meta,
    path: paths.news,
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
    // The whole list says the same, and has an address of its own.
    noIndex: loaderData?.tag !== undefined,
  }),
  { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: text.title, href: paths.rss },
]

export default function News({ loaderData: { articles, tag } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHeader title={titleOf(articles, tag)} intro={text.intro}>
        <p className="mt-3">
          {tag ? (
            <Link to={paths.news} className="text-link inline-block py-1">
              {text.all}
            </Link>
          ) : (
            <Link to={paths.facts} className="text-link inline-block py-1">
              {text.facts}
            </Link>
          )}
        </p>
      </PageHeader>
      {articles.error ? (
        <RetryMessage title={text.failed} />
      ) : articles.items.length === 0 ? (
        <StateMessage title={tag ? text.untagged : text.empty} body={tag ? text.untaggedBody : text.emptyBody}>
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
