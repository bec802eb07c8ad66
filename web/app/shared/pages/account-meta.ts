import type { MetaDescriptor } from 'react-router'
import { type PageMatches, siteOf } from './site-of'

/** The address of the page is told to nobody; the server says it in a header too. */
export const NO_REFERRER_META: MetaDescriptor = { name: 'referrer', content: 'no-referrer' }

/** Title of a page about someone's account: none of search engines' business, and its address is told to nobody. */
export const accountMeta =
  (title: string) =>
  ({ matches }: { matches: PageMatches }): MetaDescriptor[] => [
    { title: `${title} · ${siteOf(matches).name}` },
    { name: 'robots', content: 'noindex' },
    NO_REFERRER_META,
  ]
