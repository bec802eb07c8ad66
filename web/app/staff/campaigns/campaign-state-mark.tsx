import { clsx } from 'clsx'
import { campaignsText as text } from './campaigns.he'
import type { Campaign, CampaignState } from './campaigns.rules'

const COLOURS: Record<CampaignState, string> = {
  draft: 'bg-ink-3',
  scheduled: 'bg-saffron',
  sending: 'bg-green',
  paused: 'bg-saffron',
  cancelled: 'bg-red',
  done: 'bg-ink',
}

/** How a campaign stands: a dot and a word. An automatic one is on or off. */
export function CampaignStateMark({ state, occasion }: Pick<Campaign, 'state' | 'occasion'>) {
  const isOn = state === 'sending'
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={clsx('me-2 inline-block size-2 rounded-full', COLOURS[state])} />
      {occasion ? text.automaticStates[isOn ? 'on' : 'off'] : text.states[state]}
    </span>
  )
}
