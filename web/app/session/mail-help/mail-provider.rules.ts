/** Where a mail is read, as far as the domain of the address tells. */
export type MailProvider = 'gmail' | 'outlook' | 'yahoo' | 'icloud' | 'walla' | 'other'

const PROVIDERS: [RegExp, MailProvider][] = [
  [/^(gmail|googlemail)\.com$/, 'gmail'],
  [/^(outlook|hotmail|live|msn)\.(com|co\.il)$/, 'outlook'],
  [/^(yahoo\.(com|co\.il|co\.uk|fr|de)|ymail\.com)$/, 'yahoo'],
  [/^(icloud|me|mac)\.com$/, 'icloud'],
  [/^walla\.(com|co\.il)$/, 'walla'],
]

/** The provider of an address; `other` for workplaces, masked addresses and everything unknown. */
export function mailProviderOf(address: string): MailProvider {
  const domain = address.trim().toLowerCase().split('@').at(-1) ?? ''
  return PROVIDERS.find(([pattern]) => pattern.test(domain))?.[1] ?? 'other'
}

/** Addresses of the inboxes; where there is a search, it looks in all folders, spam included. */
export const INBOXES: Partial<Record<MailProvider, string>> = {
  gmail: 'https://mail.google.com/mail/u/0/#search/in%3Aanywhere+newer_than%3A1d',
  outlook: 'https://outlook.live.com/mail/0/',
  yahoo: 'https://mail.yahoo.com/',
  icloud: 'https://www.icloud.com/mail',
  walla: 'https://mail.walla.co.il/',
}
