import { escapeXml } from './xml.rules'

/** A page for search engines: absolute address, and the ISO time of its last change where it is known. */
export type SitemapPage = { url: string; changedAt: string | null }

/** The document of sitemaps.org. */
export function toSitemap(pages: SitemapPage[]): string {
  const entries = pages.map(({ url, changedAt }) => {
    const changed = changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeXml(url)}</loc>${changed}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}
