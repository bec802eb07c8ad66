import { data, redirect } from 'react-router'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { siteOf } from '~/shared/pages/site-of'
import { RetryMessage } from '~/shared/ui/retry-message'
import type { Route } from './+types/article.route'
import { articleJsonLd } from './article-json-ld.rules'
import { ArticleView } from './article-view'
import { findArticleOnce } from './articles.calls'
import { presentArticleSlug } from './former-article.calls'
import { newsText as text } from './news.he'

/** One article [2.1-15]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { page, error } = await findArticleOnce(context, params.slug)
  if (!page && !error) {
    const present = await presentArticleSlug(context.supabase, params.slug).catch(() => null)
    if (present) throw redirect(paths.article(present), 301)
    throw data(null, { status: 404 })
  }
  return data({ article: page?.article ?? null, siteUrl: context.siteUrl }, { status: error ? 503 : 200 })
}

export const meta: Route.MetaFunction = ({ loaderData, params, matches }) => {
  const article = loaderData?.article
  const siteUrl = loaderData?.siteUrl ?? 'http://localhost'
  return [
    ...pageMeta({
      title: article?.titleHe ?? text.title,
      description: article?.excerptHe || text.meta,
      path: paths.article(params.slug),
      siteUrl,
      matches,
      image: article?.coverUrl ?? null,
      published: article?.publishedAt ?? undefined,
    }),
    ...(article
      ? [
          {
            'script:ld+json': articleJsonLd(article, new URL(paths.article(params.slug), siteUrl).href, {
              name: siteOf(matches).name,
              url: siteUrl,
            }),
          },
        ]
      : []),
  ]
}

export default function ArticlePage({ loaderData: { article } }: Route.ComponentProps) {
  if (!article) {
    return (
      <div className="wrap pt-14">
        <RetryMessage title={text.failed} />
      </div>
    )
  }
  return <ArticleView article={article} />
}
