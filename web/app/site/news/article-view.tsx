import { Link } from 'react-router'
import { CourseImage } from '~/catalog/courses/course-image'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { common } from '~/shared/ui/common.he'
import { ReadingPage } from '~/site/rich-text/reading-page'
import { ArticleFacts } from './article-facts'
import { ArticleTags } from './article-tags'
import type { Article } from './articles.calls'
import { newsText as text } from './news.he'
import { RelatedArticles } from './related-articles'

/** An article, as its page shows it. */
export function ArticleView({ article }: { article: Article }) {
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
            {article.tags.length > 0 && <ArticleTags tags={article.tags} />}
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
      {article.related.length > 0 && <RelatedArticles articles={article.related} />}
    </article>
  )
}
