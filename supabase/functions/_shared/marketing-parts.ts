import type { Academy } from './mail-academy.ts'
import type { ComposedMail, MailContent } from './mail-layout.ts'
import type { Line } from './mail-parts.ts'

/** Who sends it, as the law wants of marketing: name, address, and how to reach them; between them why it came. */
export const senderLines = ({ name, address, siteUrl }: Academy, reason: string): Line[] => [
  `ההודעה נשלחה מאת ${[name, address].filter(Boolean).join(', ')}.`,
  reason,
  ['יצירת קשר: ', { ltr: `${siteUrl}/contact` }],
]

/**
 * What every marketing mail carries, whatever queued it: its sender, why it came, and the way out, in the mail for people
 * and as headers for mail programs (RFC 8058).
 */
export function marketingParts(
  academy: Academy,
  token: string,
): Pick<MailContent, 'footer' | 'wayOut'> & Required<Pick<ComposedMail, 'headers'>> {
  const { siteUrl } = academy
  const escaped = encodeURIComponent(token)
  return {
    footer: { lines: senderLines(academy, 'קיבלתם אותה כי אישרתם לקבל מאיתנו דיוור.') },
    wayOut: { text: 'להפסיק לקבל דיוור', href: `${siteUrl}/unsubscribe?token=${escaped}` },
    headers: {
      'List-Unsubscribe': `<${siteUrl}/unsubscribe/one-click?token=${escaped}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
