import { listArticles } from '~/api/articles'
import { paths } from '~/config/paths'
import { site } from '~/config/site'
import { toRss } from '~/domain/rss'
import { fileResponse, fileUnavailable } from '~/lib/file-response'
import { newsText as text } from '~/locales/he/news'
import type { Route } from './+types/rss'

/** The news and essays as a feed. */
export async function loader({ context: { supabase, siteUrl } }: Route.LoaderArgs) {
  const articles = await listArticles(supabase)
  if (articles.error) return fileUnavailable()
  const url = (path: string) => new URL(path, siteUrl).href
  const feed = toRss({
    title: `${text.title} · ${site.name}`,
    description: text.meta,
    url: url(paths.news),
    feedUrl: url(paths.rss),
    items: articles.items.map(({ titleHe, excerptHe, slug, publishedAt }) => ({
      title: titleHe,
      description: excerptHe,
      url: url(paths.article(slug)),
      publishedAt,
    })),
  })
  return fileResponse(feed, 'application/rss+xml')
}
