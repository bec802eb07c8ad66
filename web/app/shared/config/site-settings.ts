import { BUILT_IN_NAME, type SiteDetails, type SocialNetwork } from './site'

export type { SiteDetails } from './site'

/**
 * What visitors read of the academy, by the name of its setting. Staff change it under /admin/settings; where nobody has,
 * this is shown, so that a new academy opens with something.
 */
export const SITE_SETTINGS = {
  academy_name: BUILT_IN_NAME,
  contact_email: 'hello@academy.example',
  contact_phone: '03-000-0000',
  contact_address: 'רחוב הדוגמה 1, תל אביב־יפו',
  /** Who answers for accessibility, as the law wants named: the contact page and the statement show it. */
  accessibility_name: 'דנה לדוגמה',
  accessibility_phone: '03-000-0001',
  accessibility_email: 'access@academy.example',
  link_whatsapp: 'https://wa.me/97230000000',
  link_tiktok: 'https://www.tiktok.com/@academy.example',
  link_instagram: 'https://www.instagram.com/academy.example',
  link_facebook: 'https://www.facebook.com/academy.example',
  link_youtube: 'https://www.youtube.com/@academy.example',
  maintenance_text: '',
  maintenance_starts_at: '',
  maintenance_ends_at: '',
} as const

export type SiteSetting = keyof typeof SITE_SETTINGS

const NETWORKS: readonly SocialNetwork[] = ['whatsapp', 'tiktok', 'instagram', 'facebook', 'youtube']

/** What stands for the settings, some of which may be missing or null: those fall back on what the application was built with. */
export function toSiteDetails(stored: Readonly<Record<string, unknown>>): SiteDetails {
  const textOf = (key: SiteSetting): string => {
    const value = stored[key]
    return typeof value === 'string' ? value : SITE_SETTINGS[key]
  }
  const moment = (key: SiteSetting) => {
    const parsed = Date.parse(textOf(key))
    return Number.isNaN(parsed) ? null : parsed
  }
  const links = NETWORKS.map((network) => ({ network, url: textOf(`link_${network}`) }))
  return {
    name: textOf('academy_name'),
    email: textOf('contact_email'),
    phone: textOf('contact_phone'),
    address: textOf('contact_address'),
    accessibility: {
      name: textOf('accessibility_name'),
      phone: textOf('accessibility_phone'),
      email: textOf('accessibility_email'),
    },
    socialLinks: links.filter(({ url }) => /^https?:\/\//i.test(url)),
    notice:
      (textOf('maintenance_text') && {
        text: textOf('maintenance_text'),
        startsAt: moment('maintenance_starts_at'),
        endsAt: moment('maintenance_ends_at'),
      }) ||
      null,
  }
}
