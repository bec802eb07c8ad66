import { useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { listColumns } from '~/staff/list/data-list'
import { ListFrame } from '~/staff/list/list-frame'
import { CampaignStateMark } from './campaign-state-mark'
import { campaignsQuery, type ListedCampaign } from './campaigns.calls'
import { countedCampaigns, campaignsText as text } from './campaigns.he'
import { CAMPAIGN_LIST, reachOf } from './campaigns.rules'
import { NewCampaignDialog } from './new-campaign-dialog'
import { sendingText } from './sending.he'

const WORDS = { ...text, counted: countedCampaigns }
const SORTS = { created_at: { title: text.columns.created_at, begins: 'desc' } } as const
const column = listColumns<ListedCampaign>()
const COLUMNS = [
  column.display({ id: 'name', header: text.columns.name, cell: ({ row }) => <Name campaign={row.original} /> }),
  column.display({
    id: 'kind',
    header: text.columns.kind,
    cell: ({ row: { original } }) =>
      original.occasion ? text.occasions[original.occasion] : text.kinds[original.kind],
  }),
  column.display({
    id: 'state',
    header: text.columns.state,
    cell: ({ row }) => <CampaignStateMark state={row.original.state} occasion={row.original.occasion} />,
  }),
  column.display({ id: 'reach', header: text.columns.reach, cell: ({ row }) => <Reach campaign={row.original} /> }),
  column.display({
    id: 'created_at',
    header: text.columns.created_at,
    cell: ({ row }) => <span className="tabular-nums">{formatShortMoment(row.original.createdAt)}</span>,
  }),
]

/** Every campaign with how it stands [2.12-09]. */
export function CampaignsScreen() {
  const [isMaking, setIsMaking] = useState(false)
  return (
    <>
      <ListFrame
        words={WORDS}
        shape={CAMPAIGN_LIST}
        query={campaignsQuery}
        columns={COLUMNS}
        sorts={SORTS}
        filters={text.filters}
        actions={() => (
          <>
            <Link to={staffPaths.suppressions} className={buttonClass('secondary', 'small')}>
              {text.suppressions}
            </Link>
            <Button look="primary" size="small" onClick={() => setIsMaking(true)}>
              {text.create}
            </Button>
          </>
        )}
      />
      {isMaking && <NewCampaignDialog onClose={() => setIsMaking(false)} />}
    </>
  )
}

function Name({ campaign: { id, name } }: { campaign: ListedCampaign }) {
  return (
    <Link
      to={staffPaths.notification(id)}
      className="font-semibold no-underline hover:underline hover:underline-offset-4"
    >
      <Bidi>{name}</Bidi>
    </Link>
  )
}

function Reach({ campaign: { counts } }: { campaign: ListedCampaign }) {
  const { total } = reachOf(counts)
  if (total === 0) return <span className="text-ink-3">—</span>
  return (
    <span className="tabular-nums">{sendingText.of((counts.sent ?? 0).toLocaleString(), total.toLocaleString())}</span>
  )
}
