import type { MetaDescriptor } from 'react-router'
import { site } from '~/shared/config/site'

/** The address of the page is told to nobody; the server says it in a header too. */
export const UNTOLD_ADDRESS: MetaDescriptor = { name: 'referrer', content: 'no-referrer' }

/** Title of a page about someone's account: none of search engines' business, and its address is told to nobody. */
export const accountMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
  UNTOLD_ADDRESS,
]
