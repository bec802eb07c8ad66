import { paths } from '~/shared/config/paths'
import type { Route } from './+types/robots.route'
import { fileResponse } from './file-response'

/** What belongs to a person or to staff; every address below them too. */
const CLOSED = [paths.admin, paths.dashboard, paths.profile, '/auth', paths.preview]

/** What search engines may read. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)]
  return fileResponse(`${lines.join('\n')}\n\nSitemap: ${new URL(paths.sitemap, context.siteUrl).href}\n`, 'text/plain')
}
