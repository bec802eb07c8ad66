import { paths } from '~/shared/config/paths'
import { aboutText } from '~/site/about/about.he'
import type { Route } from './+types/web-manifest.route'
import { fileResponse } from './file-response'

const PAPER = '#faf7f1'

/** The academy as an application on a home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = await context.site()
  const manifest = {
    id: paths.home,
    name: site.name,
    short_name: site.name,
    description: aboutText.meta,
    lang: 'he',
    dir: 'rtl',
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  }
  return fileResponse(JSON.stringify(manifest), 'application/manifest+json')
}
