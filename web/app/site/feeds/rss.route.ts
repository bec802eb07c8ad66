import { paths } from '~/shared/config/paths'
import { listArticles } from '~/site/news/articles.calls'
import { newsText as text } from '~/site/news/news.he'
import type { Route } from './+types/rss.route'
import { fileResponse, fileUnavailable } from './file-response'
import { toRss } from './rss.rules'

/** The news and essays as a feed. */
export async function loader({ context: { supabase, siteUrl, site } }: Route.LoaderArgs) {
  const articles = await listArticles(supabase)
  if (articles.error) return fileUnavailable()
  const url = (path: string) => new URL(path, siteUrl).href
  const feed = toRss({
    title: `${text.title} · ${(await site()).name}`,
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
