import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { toAppError } from '~/shared/errors/errors'
import { formatShortMoment } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { toast } from '~/shared/ui/toast'
import { PageLink } from '~/staff/shared/page-link'
import { controlCampaign, retryCampaign, testCampaign } from './campaigns.calls'
import { campaignsText } from './campaigns.he'
import { type Campaign, type RecipientState, reachOf } from './campaigns.rules'
import { recipientsText } from './recipients.he'
import { SendDialog } from './send-dialog'
import { notReachedCount, retriedCount, sendingText as text } from './sending.he'
import { useCampaignAction } from './use-campaign-action'

type Asked = 'send' | 'cancel' | 'unconfirmed'

type SendPanelProps = { campaign: Campaign; unsaved: number; ref: Ref<HTMLElement> }

/** How a campaign stands, and what can be done with it now. */
export function SendPanel({ campaign, unsaved, ref }: SendPanelProps) {
  const { id, state, occasion, counts } = campaign
  const act = useCampaignAction(id)
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setIsBusy] = useState(false)
  const { left } = reachOf(counts)
  async function run(does: () => Promise<void>) {
    setIsBusy(true)
    await does().catch((failure: unknown) => void toast.error(toAppError(failure).message))
    setIsBusy(false)
  }
  const steer = (wanted: Parameters<typeof controlCampaign>[1], message: string) => () =>
    void run(() => act(() => controlCampaign(id, wanted), message))
  async function test() {
    const { outcome, recipient, answer } = await testCampaign(id)
    void (outcome === 'sent' ? toast.success(text.tested(recipient)) : toast.error(text.testFailed(answer)))
  }
  async function retry(which: 'failed' | 'unconfirmed') {
    const retried = await retryCampaign(id, which)
    void toast.success(plural(retried, retriedCount))
    await client.invalidateQueries({ queryKey: ['staff', 'campaigns'] })
  }
  const isOver = state === 'done' || state === 'cancelled'
  const isHeld = isBusy || unsaved > 0
  return (
    <section ref={ref} tabIndex={-1} aria-label={text.title} className="max-w-[860px] border-rule border-y py-4">
      <div className="flex flex-wrap items-center gap-3">
        {state === 'draft' && !occasion && (
          <Button look="primary" disabled={isHeld} onClick={() => setAsked('send')}>
            {text.send}
          </Button>
        )}
        {occasion && state !== 'sending' && (
          <Button look="primary" disabled={isHeld} onClick={steer('turn on', text.turnedOn)}>
            {text.turnOn}
          </Button>
        )}
        {state === 'sending' && (
          <Button look="secondary" disabled={isBusy} onClick={steer('pause', text.paused)}>
            {occasion ? text.turnOff : text.pause}
          </Button>
        )}
        {state === 'paused' && !occasion && (
          <Button look="primary" disabled={isBusy} onClick={steer('resume', text.resumed)}>
            {text.resume}
          </Button>
        )}
        {state === 'scheduled' && (
          <Button look="secondary" disabled={isBusy} onClick={steer('unschedule', text.unscheduled)}>
            {text.unschedule}
          </Button>
        )}
        {(state === 'sending' || state === 'paused') && !occasion && (
          <Button look="danger" disabled={isBusy} onClick={() => setAsked('cancel')}>
            {text.stop}
          </Button>
        )}
        <Button look="secondary" disabled={isHeld} busy={isBusy} onClick={() => void run(test)}>
          {text.test}
        </Button>
      </div>
      {unsaved > 0 && <p className="mt-2 text-ink-2 text-sm">{campaignsText.saveFirst}</p>}
      {campaign.values.kind === 'marketing' && !campaign.sender.address && !isOver && (
        <Alert tone="attention" className="mt-3">
          {text.noAddress}{' '}
          <PageLink to={staffPaths.settings} className="text-link">
            {text.inSettings}
          </PageLink>
          .
        </Alert>
      )}
      {state === 'scheduled' && campaign.startsAt && (
        <p className="mt-3 font-semibold">{text.startsAt(formatShortMoment(campaign.startsAt))}</p>
      )}
      <Progress campaign={campaign} />
      {(counts.failed ?? 0) > 0 && ['done', 'sending', 'paused'].includes(state) && (
        <Button look="secondary" size="small" className="me-3" onClick={() => void run(() => retry('failed'))}>
          {text.retryFailed}
        </Button>
      )}
      {(counts.unconfirmed ?? 0) > 0 && ['done', 'sending', 'paused'].includes(state) && (
        <Button look="secondary" size="small" onClick={() => setAsked('unconfirmed')}>
          {text.retryUnconfirmed}
        </Button>
      )}
      {asked === 'send' && <SendDialog campaign={campaign} onClose={() => setAsked(undefined)} />}
      {asked === 'cancel' && (
        <ConfirmDialog
          title={text.stopTitle}
          lead={`${plural(left, notReachedCount)} ${text.stopLead}`}
          confirm={text.stop}
          cancel={text.keep}
          onConfirm={() => act(() => controlCampaign(id, 'cancel'), text.stopped)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'unconfirmed' && (
        <ConfirmDialog
          title={text.unconfirmedTitle}
          lead={text.unconfirmedLead}
          confirm={text.retryUnconfirmed}
          cancel={text.keep}
          onConfirm={() => retry('unconfirmed')}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

function Progress({ campaign: { id, state, isQuiet, occasion, counts } }: { campaign: Campaign }) {
  const { total, done } = reachOf(counts)
  if (total === 0) return null
  const states = (Object.keys(recipientsText.states) as RecipientState[]).filter((one) => counts[one])
  return (
    <div className="my-4">
      <p role="status" className="font-semibold tabular-nums">
        {text.of(done.toLocaleString(), total.toLocaleString())}
      </p>
      <ProgressBar percent={(100 * done) / total} label={text.progress} className="mt-1 max-w-[480px]" />
      {state === 'sending' && isQuiet && !occasion && <p className="mt-2 text-ink-2">{text.quietNow}</p>}
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
        {states.map((one) => (
          <li key={one}>
            <Link to={`${staffPaths.recipients(id)}?state=${one}`} className="text-link">
              {recipientsText.states[one]}
            </Link>{' '}
            <span className="tabular-nums">{counts[one]?.toLocaleString()}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={staffPaths.recipients(id)} className="text-link">
          {campaignsText.openRecipients}
        </Link>
      </p>
    </div>
  )
}
