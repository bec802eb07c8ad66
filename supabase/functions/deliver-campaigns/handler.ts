import { type CampaignText, campaignMail } from '../_shared/campaign-mail.ts'
import { env, requiredEnv } from '../_shared/env.ts'
import { json } from '../_shared/http.ts'
import { respondTo } from '../_shared/respond.ts'
import { callAsService } from '../_shared/rest.ts'
import { hasAddress } from '../_shared/smtp.ts'
import { type Handed, openSmtpLine, type SmtpLine } from '../_shared/smtp-line.ts'

const LINES = 4
const MAX_RUN_MS = 50_000
const LONGEST_WAIT_MS = 5_000
const SHORTEST_WAIT_MS = 100
const RECORD_TRIES = 5
/** What becomes of a mail is worth recording for as long as it is taken from the queue. */
const LEASE_MS = 2 * 60_000

type TakenMail = {
  id: string
  attempt: number
  campaign: string
  version: number
  recipient: string
  token: string | null
  values: Record<string, unknown>
}
type Turn = { mails: TakenMail[]; skipped: number; wait_ms: number | null }
type Settled = { id: string; attempt: number } & Handed
type Round = {
  deadline: number
  away: boolean
  counts: Record<Handed['outcome'], number>
  texts: Map<string, Promise<CampaignText>>
}

/**
 * Sends what campaigns have to send; for a secret key only. A schedule calls it; each call works for fifty seconds at
 * most and ends when nothing is due. Four lines take one mail at a time, so that a process that ends leaves at most four
 * of which nobody knows. Answers how many ended how.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(
    ['secret'],
    request,
    async () => {
      const campaigns = await callAsService('run_campaigns', {})
      if (!env('SMTP_HOST') || !hasAddress(requiredEnv('MAIL_FROM'))) return json({ campaigns })
      const round: Round = {
        deadline: Date.now() + MAX_RUN_MS,
        away: false,
        counts: { sent: 0, temporary: 0, permanent: 0, unreachable: 0, unconfirmed: 0 },
        texts: new Map(),
      }
      const ended = await Promise.allSettled(Array.from({ length: LINES }, () => work(round)))
      const broken = ended.find((line) => line.status === 'rejected')
      if (broken) throw broken.reason
      return json({ campaigns, ...round.counts })
    },
    LEASE_MS,
  )

/** One line: reports what became of its last mail, takes the next, sends it, until nothing is due soon. */
async function work(round: Round): Promise<void> {
  const line = openSmtpLine()
  let settled: Settled[] = []
  try {
    while (true) {
      const isOver = round.away || Date.now() >= round.deadline
      if (isOver && settled.length === 0) return
      const { mails, skipped, wait_ms } = await turn(settled, isOver ? 0 : 1)
      settled = []
      for (const mail of mails) settled.push(await sendOne(line, mail, round))
      if (isOver || mails.length > 0 || skipped > 0) continue
      if (wait_ms === null || wait_ms > LONGEST_WAIT_MS) return
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait_ms, SHORTEST_WAIT_MS)))
    }
  } finally {
    line.close()
  }
}

/** What became of mails is worth some tries: what cannot be recorded stays unconfirmed. */
async function turn(settled: Settled[], wanted: number): Promise<Turn> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await callAsService('campaign_turn', { settled, wanted })) as Turn
    } catch (error) {
      if (settled.length === 0 || tries >= RECORD_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries))
    }
  }
}

async function sendOne(line: SmtpLine, mail: TakenMail, round: Round): Promise<Settled> {
  const { id, recipient, values, token } = mail
  const handed = await textOf(mail, round)
    .then((text) => campaignMail(text, values, { token, siteUrl: requiredEnv('SITE_URL') }))
    .then(
      (composed) => line.send(id, recipient, composed),
      (): Handed => ({ outcome: 'temporary', answer: 'the mail could not be set' }),
    )
  round.counts[handed.outcome] += 1
  // Nobody is there: the others would only wait for the same.
  if (handed.outcome === 'unreachable') round.away = true
  return { id, attempt: mail.attempt, ...handed }
}

/** What a campaign says, asked for once a run. */
function textOf({ campaign, version }: TakenMail, { texts }: Round): Promise<CampaignText> {
  const key = `${campaign} ${version}`
  const known = texts.get(key)
  if (known) return known
  const asked = callAsService('campaign_text', { campaign_id: campaign }) as Promise<CampaignText>
  texts.set(key, asked)
  asked.catch(() => texts.delete(key))
  return asked
}
