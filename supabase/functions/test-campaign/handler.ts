import { type CampaignText, campaignMail } from '../_shared/campaign-mail.ts'
import { env, requiredEnv } from '../_shared/env.ts'
import { json, Refused, readJson } from '../_shared/http.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { hasAddress } from '../_shared/smtp.ts'
import { openSmtpLine } from '../_shared/smtp-line.ts'

const MAX_BODY_BYTES = 1024

type Test = CampaignText & { recipient: string; values: Record<string, unknown> }

/**
 * Sends a campaign to the member of the staff who asks, and to nobody else; the body is `{campaign_id}`. Marketing leads
 * to a way out that ends nothing. Answers `{outcome, recipient, answer}`. 403 FORBIDDEN without notifications.manage.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['user', 'secret'], request, async ({ token }) => {
    const asked = (await readJson(request, MAX_BODY_BYTES)) as { campaign_id?: unknown } | null
    const id = typeof asked?.campaign_id === 'string' ? asked.campaign_id : ''
    const { status, body } = await callRpc('begin_campaign_test', { campaign_id: id }, token)
    if (status !== 200) return json(body, status)
    if (!env('SMTP_HOST') || !hasAddress(requiredEnv('MAIL_FROM')))
      throw new Refused(503, 'SMTP_NOT_CONFIGURED', 'No mail server is configured')
    const { recipient, values, ...text } = body as Test
    const mail = campaignMail(text, values, { token: 'test', siteUrl: requiredEnv('SITE_URL') })
    const line = openSmtpLine()
    try {
      const handed = await line.send(crypto.randomUUID(), recipient, { ...mail, subject: `[בדיקה] ${mail.subject}` })
      return json({ ...handed, recipient })
    } finally {
      line.close()
    }
  })
