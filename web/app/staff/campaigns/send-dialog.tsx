import { useQuery } from '@tanstack/react-query'
import { plural } from '~/shared/formats/plural'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { MomentChoice, useMomentChoice } from '~/staff/shared/moment-choice'
import { readAudience } from './audience.rules'
import { audienceQuery, sendCampaign } from './campaigns.calls'
import type { Campaign } from './campaigns.rules'
import { reachedCount, sendingText as text } from './sending.he'
import { useCampaignAction } from './use-campaign-action'

/** Asks whether to send, to how many, and when; the number is the one that the database confirms. */
export function SendDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id, values } = campaign
  const act = useCampaignAction(id)
  const audience = readAudience(JSON.stringify(values.audience))
  const { data, refetch } = useQuery({ ...audienceQuery(audience, values.kind), refetchOnMount: 'always' })
  const choice = useMomentChoice({ now: text.now, later: text.later, label: text.moment, problem: text.momentProblem })
  const { at, isLater } = choice
  const isReady = () => choice.check() && (isLater || data !== undefined)
  async function send() {
    try {
      await act(() => sendCampaign(campaign, data?.reached ?? 0, at), at ? text.scheduled : text.sent)
    } catch (failure) {
      void refetch()
      throw failure
    }
  }
  return (
    <ConfirmDialog
      title={text.sendTitle}
      lead={text.sendLead}
      confirm={text.send}
      cancel={text.keep}
      look="primary"
      isReady={isReady}
      onConfirm={send}
      onClose={onClose}
    >
      <p className="rounded-control bg-saffron-wash px-4 py-3 font-semibold text-ink">
        {isLater ? text.laterCount : data ? plural(data.reached, reachedCount) : text.counting}
      </p>
      <MomentChoice choice={choice} />
    </ConfirmDialog>
  )
}
