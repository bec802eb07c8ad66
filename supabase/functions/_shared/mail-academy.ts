/** Name and address of the academy as the settings hold them; null where nobody has set one. */
export type MailSender = { name: string | null; address: string | null }

/** The academy as its mails name it; its postal address is null where nobody has set one. */
export type Academy = { name: string; address: string | null; siteUrl: string }

export const BUILT_IN_NAME = 'האקדמיה לפיננסים'

export const academyOf = ({ name, address }: MailSender, siteUrl: string): Academy => ({
  name: name ?? BUILT_IN_NAME,
  address,
  siteUrl,
})
