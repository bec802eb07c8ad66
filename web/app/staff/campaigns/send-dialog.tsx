import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { fromIsraelClock } from '~/staff/shared/israel-time.rules'
import { MomentField } from '~/staff/shared/moment-field'
import { readAudience } from './audience.rules'
import { audienceQuery, sendCampaign } from './campaigns.calls'
import type { Campaign } from './campaigns.rules'
import { reachedCount, sendingText as text } from './sending.he'
import { useCampaignAction } from './use-campaign-action'

const A_YEAR_MS = 365 * 86_400_000

/** Asks whether to send, to how many, and when; the number is the one that the database confirms. */
export function SendDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id, values } = campaign
  const act = useCampaignAction(id)
  const audience = readAudience(JSON.stringify(values.audience))
  const { data, refetch } = useQuery({ ...audienceQuery(audience, values.kind), refetchOnMount: 'always' })
  const [isLater, setIsLater] = useState(false)
  const [clock, setClock] = useState('')
  const [problem, setProblem] = useState<string>()
  const at = isLater ? fromIsraelClock(clock) : null
  function isReady() {
    const ahead = at === null ? -1 : Date.parse(at) - Date.now()
    const fits = !isLater || (ahead > 0 && ahead < A_YEAR_MS)
    setProblem(fits ? undefined : text.momentProblem)
    return fits && (isLater || data !== undefined)
  }
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
      <fieldset className="mt-5 grid gap-3">
        {[false, true].map((later) => (
          <label key={String(later)} className="flex items-center gap-3">
            <input
              type="radio"
              name="when"
              checked={isLater === later}
              onChange={() => setIsLater(later)}
              className="size-5 accent-green"
            />
            {later ? text.later : text.now}
          </label>
        ))}
        {isLater && <MomentField label={text.moment} value={clock} error={problem} onWrite={setClock} />}
      </fieldset>
    </ConfirmDialog>
  )
}
