import { paths } from '~/config/paths'
import { site } from '~/config/site'
import { fileResponse } from '~/lib/file-response'
import { aboutText } from '~/locales/he/about'

const PAPER = '#faf7f1'

/** The academy as an application on a home screen. */
export function loader() {
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
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }
  return fileResponse(JSON.stringify(manifest), 'application/manifest+json')
}
