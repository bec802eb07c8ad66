/** The academy as the outside world knows it. Change these before opening to the public. */
export const site = {
  name: 'האקדמיה לפיננסים',
  email: 'hello@academy.example',
  phone: '03-000-0000',
  address: 'רחוב הדוגמה 1, תל אביב־יפו',
  /** Who answers for accessibility, as the law wants named: the contact page and the statement show it. */
  accessibility: { name: 'דנה לדוגמה', phone: '03-000-0001', email: 'access@academy.example' },
} as const

export type SocialNetwork = 'whatsapp' | 'tiktok' | 'instagram' | 'facebook' | 'youtube'

/** Where the academy is found elsewhere [2.2-11]: messaging app, short-video app, photo app, social network, video site. */
export const socialLinks: { network: SocialNetwork; url: string }[] = [
  { network: 'whatsapp', url: 'https://wa.me/97230000000' },
  { network: 'tiktok', url: 'https://www.tiktok.com/@academy.example' },
  { network: 'instagram', url: 'https://www.instagram.com/academy.example' },
  { network: 'facebook', url: 'https://www.facebook.com/academy.example' },
  { network: 'youtube', url: 'https://www.youtube.com/@academy.example' },
]
