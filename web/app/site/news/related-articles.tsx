import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import type { ArticleSummary } from './articles.calls'
import { newsText as text } from './news.he'

/** What to read next, at the end of an article. */
export function RelatedArticles({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <section aria-labelledby="related-articles" className="mt-14 border-ink border-t pt-6">
      <h2 id="related-articles" className="text-xl">
        {text.related}
      </h2>
      <ul className="mt-4 grid gap-x-8 gap-y-6 md:grid-cols-3">
        {articles.map(({ id, slug, titleHe, excerptHe }) => (
          <li key={id} className="border-rule border-t pt-4">
            <Link
              to={paths.article(slug)}
              prefetch="intent"
              className="font-semibold text-lg no-underline hover:underline hover:underline-offset-4"
            >
              {titleHe}
            </Link>
            <p className="mt-1 text-ink-2">{excerptHe}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
