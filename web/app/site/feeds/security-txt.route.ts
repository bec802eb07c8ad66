import { paths } from '~/shared/config/paths'
import type { Route } from './+types/security-txt.route'
import { fileResponse } from './file-response'

const VALID_FOR_MS = 180 * 86_400_000

/** Whom to tell about a weakness (RFC 9116). */
export async function loader({ context }: Route.LoaderArgs) {
  const site = await context.site()
  const lines = [
    `Contact: mailto:${site.email}`,
    `Expires: ${new Date(Date.now() + VALID_FOR_MS).toISOString()}`,
    'Preferred-Languages: he, en',
    `Canonical: ${new URL(paths.securityTxt, context.siteUrl).href}`,
  ]
  return fileResponse(`${lines.join('\n')}\n`, 'text/plain')
}
