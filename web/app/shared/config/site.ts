/** Where the academy is found elsewhere [2.2-11]: messaging app, short-video app, photo app, social network, video site. */
export type SocialNetwork = 'whatsapp' | 'tiktok' | 'instagram' | 'facebook' | 'youtube'

/** A notice on every page between two moments, in ms since 1970; null is open on that side. */
export type PublicNotice = { text: string; startsAt: number | null; endsAt: number | null }

/** The academy as the outside world knows it. */
export type SiteDetails = {
  name: string
  email: string
  phone: string
  address: string
  accessibility: { name: string; phone: string; email: string }
  socialLinks: { network: SocialNetwork; url: string }[]
  notice: PublicNotice | null
}

/** The name that a new academy begins with. */
export const BUILT_IN_NAME = 'האקדמיה לפיננסים'

const NOBODY = { name: '', phone: '', email: '' }

/** What a page knows that did not hear of the settings: an error before anything else. */
export const NAME_ALONE: SiteDetails = {
  ...NOBODY,
  name: BUILT_IN_NAME,
  address: '',
  accessibility: NOBODY,
  socialLinks: [],
  notice: null,
}
