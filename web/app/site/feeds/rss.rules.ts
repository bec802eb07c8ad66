import { escapeXml } from './xml.rules'

export type RssItem = { title: string; url: string; description: string; publishedAt: string | null }
/** `url` is the page that the feed follows, `feedUrl` the feed itself; both absolute. */
export type RssChannel = { title: string; description: string; url: string; feedUrl: string; items: RssItem[] }

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

/** The document of an RSS 2.0 feed in Hebrew. */
export function toRss({ title, description, url, feedUrl, items }: RssChannel): string {
  const entries = items.map((item) => {
    const published = item.publishedAt ? element('pubDate', new Date(item.publishedAt).toUTCString()) : ''
    return `<item>${element('title', item.title)}${element('link', item.url)}${element('guid', item.url)}${element('description', item.description)}${published}</item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${element('title', title)}${element('link', url)}${element('description', description)}<language>he</language>
<atom:link href="${escapeXml(feedUrl)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel></rss>
`
}
