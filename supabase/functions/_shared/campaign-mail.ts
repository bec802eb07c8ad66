import { type ComposedMail, layoutMail } from './mail-layout.ts'
import { type RichNode, richMail } from './rich-mail.ts'
import { fillIn } from './variables.ts'

/** Name and address of the academy; null where nobody has set one. */
export type MailSender = { name: string | null; address: string | null }

/** What a campaign says and for whom; `occasion` is that of an automatic one. */
export type CampaignText = {
  kind: 'service' | 'marketing'
  occasion: string | null
  subject: string
  body: RichNode
  sender: MailSender
}

const fillNode = (node: RichNode, values: Record<string, unknown>): RichNode => ({
  ...node,
  ...(node.text === undefined ? {} : { text: fillIn(node.text, values) }),
  ...(node.content ? { content: node.content.map((child) => fillNode(child, values)) } : {}),
})

const BUILT_IN_NAME = 'האקדמיה לפיננסים'
/** Why it came. */
const REASONS = {
  marketing: 'קיבלתם אותה כי אישרתם לקבל מאיתנו דיוור.',
  service: 'קיבלתם אותה כי יש לכם חשבון אצלנו. זו הודעת שירות ולא דיוור.',
}

/** Who sends it, as the law wants of marketing: name, address, and how to reach them. */
const senderLine = ({ name, address }: MailSender): string =>
  `ההודעה נשלחה מאת ${[name ?? BUILT_IN_NAME, address].filter(Boolean).join(', ')}.`

/**
 * Sets the mail of a campaign for one student. Marketing carries the law's mark before its subject and the way out in
 * the mail and its headers (RFC 8058), so it wants the token of that way.
 * @throws an error for marketing without a token
 */
export function campaignMail(
  campaign: CampaignText,
  values: Record<string, unknown>,
  { token, siteUrl }: { token: string | null; siteUrl: string },
): ComposedMail & { subject: string } {
  const isMarketing = campaign.kind === 'marketing'
  if (isMarketing && !token) throw new Error('Marketing leaves with a way out only')
  const title = fillIn(campaign.subject, values)
  const body = richMail(fillNode(campaign.body, values), siteUrl)
  const escaped = encodeURIComponent(token ?? '')
  const mail = layoutMail({
    title,
    preview: body.text.replace(/\s+/g, ' ').slice(0, 120),
    lead: '',
    body,
    note: '',
    footer: {
      lines: [senderLine(campaign.sender), REASONS[campaign.kind], ['יצירת קשר: ', { ltr: `${siteUrl}/contact` }]],
    },
    wayOut: isMarketing
      ? { text: 'להפסיק לקבל דיוור', href: `${siteUrl}/unsubscribe?token=${escaped}` }
      : { text: 'לבחור אילו הודעות לקבל', href: `${siteUrl}/notifications` },
    siteUrl,
  })
  return {
    ...mail,
    subject: `${isMarketing ? 'פרסומת: ' : ''}${title}`,
    headers: isMarketing
      ? {
          'List-Unsubscribe': `<${siteUrl}/unsubscribe/one-click?token=${escaped}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {},
  }
}
