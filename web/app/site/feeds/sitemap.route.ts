import { listCategories } from '~/catalog/categories/categories.calls'
import { listCourses } from '~/catalog/courses/courses.calls'
import { paths } from '~/shared/config/paths'
import { listArticles } from '~/site/news/articles.calls'
import type { Route } from './+types/sitemap.route'
import { fileResponse, fileUnavailable } from './file-response'
import { toSitemap } from './sitemap.rules'

const PAGES = [
  paths.home,
  paths.categories,
  paths.courses,
  paths.news,
  paths.facts,
  paths.about,
  paths.contact,
  paths.terms,
  paths.privacy,
  paths.cookies,
  paths.accessibility,
]

/** Every public page for search engines. */
export async function loader({ context: { supabase, siteUrl } }: Route.LoaderArgs) {
  const [categories, courses, articles] = await Promise.all([
    listCategories(supabase),
    listCourses(supabase),
    listArticles(supabase),
  ])
  if (categories.error || courses.error || articles.error) return fileUnavailable()
  const page = (path: string, changedAt: string | null = null) => ({ url: new URL(path, siteUrl).href, changedAt })
  return fileResponse(
    toSitemap([
      ...PAGES.map((path) => page(path)),
      ...categories.items.map(({ slug }) => page(paths.category(slug))),
      ...courses.items.map(({ id }) => page(paths.course(id))),
      ...articles.items.map(({ slug, publishedAt }) => page(paths.article(slug), publishedAt)),
    ]),
    'application/xml',
  )
}
