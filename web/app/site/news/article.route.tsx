import { data, Link } from 'react-router'
import { CourseImage } from '~/catalog/courses/course-image'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { pageMeta } from '~/shared/pages/meta'
import { siteOf } from '~/shared/pages/site-of'
import { common } from '~/shared/ui/common.he'
import { RetryMessage } from '~/shared/ui/retry-message'
import { ReadingPage } from '~/site/rich-text/reading-page'
import type { Route } from './+types/article.route'
import { ArticleFacts } from './article-facts'
import { articleJsonLd } from './article-json-ld.rules'
import { findArticleOnce } from './articles.calls'
import { newsText as text } from './news.he'

/** One article [2.1-15]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { page, error } = await findArticleOnce(context, params.slug)
  if (!page && !error) throw data(null, { status: 404 })
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
  return (
    <article className="wrap pt-10 md:pt-14">
      <div className="grid items-center gap-x-14 gap-y-8 pb-10 lg:grid-cols-[1.1fr_.9fr] lg:pb-14">
        <div>
          <ArticleFacts article={article} />
          <h1 className="mt-3 text-3xl md:text-4xl">{article.titleHe}</h1>
          <p className="mt-4 max-w-[58ch] text-ink-2 text-lg">{article.excerptHe}</p>
        </div>
        <div className="overflow-hidden rounded-card">
          <CourseImage url={article.coverUrl} eager />
        </div>
      </div>
      <ReadingPage
        document={article.body}
        aside={
          <>
            {article.checkedOn && <p>{text.checked(formatDay(article.checkedOn))}</p>}
            <p className="mt-2 text-ink-3">{common.disclaimer}</p>
            <p className="mt-5">
              <Link to={paths.news} className="text-link inline-block py-1">
                {text.all}
              </Link>
            </p>
          </>
        }
      />
    </article>
  )
}
