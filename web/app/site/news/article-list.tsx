import { Link } from 'react-router'
import { CourseImage } from '~/catalog/courses/course-image'
import { paths } from '~/shared/config/paths'
import { ArticleFacts } from './article-facts'
import type { ArticleSummary } from './articles.calls'

/** Articles as a ruled list, newest first; the whole line leads to the article. */
export function ArticleList({ articles }: { articles: ArticleSummary[] }) {
  return (
    <ul className="border-ink border-t">
      {articles.map((article, index) => (
        <li key={article.id} className="border-rule border-b">
          <article className="group relative grid gap-x-8 gap-y-4 py-7 md:grid-cols-[260px_1fr]">
            <div className="overflow-hidden rounded-control">
              <CourseImage
                url={article.coverUrl}
                eager={index < 2}
                className="transition-[scale] duration-200 ease-out group-hover:scale-[1.03]"
              />
            </div>
            <div className="max-w-[62ch]">
              <ArticleFacts article={article} />
              <h2 className="mt-2 text-xl group-hover:text-green-ink group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
                <Link
                  to={paths.article(article.slug)}
                  prefetch="intent"
                  className="no-underline after:absolute after:inset-0"
                >
                  {article.titleHe}
                </Link>
              </h2>
              <p className="mt-2 text-ink-2">{article.excerptHe}</p>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
