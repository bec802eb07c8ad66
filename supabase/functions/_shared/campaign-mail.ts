import { academyOf, type MailSender } from './mail-academy.ts'
import { type ComposedMail, layoutMail } from './mail-layout.ts'
import { marketingParts, senderLines } from './marketing-parts.ts'
import { type RichNode, richMail } from './rich-mail.ts'
import { fillIn } from './variables.ts'

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

const OF_SERVICE = 'קיבלתם אותה כי יש לכם חשבון אצלנו. זו הודעת שירות ולא דיוור.'

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
  const academy = academyOf(campaign.sender, siteUrl)
  const { headers, ...parts } = isMarketing
    ? marketingParts(academy, token ?? '')
    : {
        footer: { lines: senderLines(academy, OF_SERVICE) },
        wayOut: { text: 'לבחור אילו הודעות לקבל', href: `${siteUrl}/notifications` },
        headers: {},
      }
  const mail = layoutMail({
    title,
    preview: body.text.replace(/\s+/g, ' ').slice(0, 120),
    lead: '',
    body,
    note: '',
    ...parts,
    academy,
  })
  return { ...mail, subject: `${isMarketing ? 'פרסומת: ' : ''}${title}`, headers }
}
