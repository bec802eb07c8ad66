import type { MetaDescriptor } from 'react-router'
import { site } from '~/config/site'

/** Title of a page about someone's account: none of search engines' business, and its address is told to nobody. */
export const accountMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]
