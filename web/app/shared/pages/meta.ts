import type { MetaDescriptor } from 'react-router'
import { withDirectionMark } from '../formats/direction'
import { type PageMatches, siteOf } from './site-of'

/** Shown for pages without a picture of their own, 1200 by 630. */
const DEFAULT_IMAGE = '/social.png'

type PageMeta = {
  /** Title of the page; the home page has none of its own. */
  title?: string
  description: string
  /** Address of the page inside the site. */
  path: string
  siteUrl: string
  /** The routes above the page, of which the root knows the academy's name. */
  matches: PageMatches
  /** Address of a picture, absolute or inside the site. */
  image?: string | null
  /** When it was published, an ISO time: the page is an article. */
  published?: string | undefined
  /** Pages that search engines should leave out. */
  noIndex?: boolean
}

/** What search engines and messaging apps read about a page. */
export function pageMeta({
  title,
  description,
  path,
  siteUrl,
  matches,
  image,
  published,
  noIndex,
}: PageMeta): MetaDescriptor[] {
  const { name } = siteOf(matches)
  const fullTitle = withDirectionMark(title ? `${title} · ${name}` : name)
  const url = new URL(path, siteUrl).href
  const picture = image && URL.canParse(image, siteUrl) ? image : DEFAULT_IMAGE
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:type', content: published ? 'article' : 'website' },
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    { property: 'og:locale', content: 'he_IL' },
    { property: 'og:site_name', content: name },
    { property: 'og:image', content: new URL(picture, siteUrl).href },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
