import { clsx } from 'clsx'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { ListFrame } from '~/staff/list/list-frame'
import type { ExportColumn } from '~/staff/list-export/cells.rules'
import { ExportButton } from '~/staff/list-export/export-button'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { RECIPIENT_LIST, type RecipientState, reasonLabel } from './campaigns.rules'
import { type ListedRecipient, recipientsQuery, recipientsSource } from './recipients.calls'
import { countedRecipients, recipientsText as text } from './recipients.he'

const WORDS = { ...text, counted: countedRecipients }
const column = listColumns<ListedRecipient>()
const moment = (iso: string | null) => (iso ? formatShortMoment(iso) : text.never)
const COLUMNS = [
  column.display({
    id: 'name',
    header: text.columns.name,
    cell: ({ row }) => <Bidi className="font-semibold">{row.original.name || text.nameless}</Bidi>,
  }),
  column.display({
    id: 'email',
    header: text.columns.email,
    cell: ({ row }) => <bdi dir="ltr">{row.original.email}</bdi>,
  }),
  column.display({ id: 'state', header: text.columns.state, cell: ({ row }) => <State recipient={row.original} /> }),
  column.display({ id: 'reason', header: text.columns.reason, cell: ({ row }) => <Reason recipient={row.original} /> }),
  column.display({
    id: 'settled_at',
    header: text.columns.settled_at,
    cell: ({ row }) => <span className="tabular-nums">{moment(row.original.settledAt)}</span>,
  }),
  column.display({
    id: 'read_at',
    header: text.columns.read_at,
    cell: ({ row }) => <span className="tabular-nums">{moment(row.original.readAt)}</span>,
  }),
]
const FILE: ExportColumn<ListedRecipient>[] = [
  { title: text.columns.name, width: 24, value: ({ name }) => name },
  { title: text.columns.email, width: 22, value: ({ email }) => email },
  { title: text.columns.state, width: 18, value: ({ state }) => text.states[state] },
  { title: text.columns.reason, width: 30, value: ({ reason }) => reasonLabel(reason) },
  { title: text.columns.settled_at, width: 18, value: ({ settledAt }) => (settledAt ? new Date(settledAt) : null) },
  { title: text.columns.read_at, width: 18, value: ({ readAt }) => (readAt ? new Date(readAt) : null) },
]

/** Who gets a campaign, each with the one state that is true and why. */
export function RecipientsScreen({ campaignId }: { campaignId: string }) {
  return (
    <ListFrame
      words={WORDS}
      shape={RECIPIENT_LIST}
      query={(address) => recipientsQuery(campaignId, address)}
      columns={COLUMNS}
      sorts={{}}
      filters={text.filters}
      opens={false}
      lead={
        <p className="pb-3">
          <Link to={staffPaths.notification(campaignId)} className="text-link">
            {text.back}
          </Link>
        </p>
      }
      actions={(address: ListAddress) => (
        <ExportButton
          title={text.title}
          fileName="recipients"
          columns={FILE}
          source={recipientsSource(campaignId, address)}
        />
      )}
    />
  )
}

const COLOURS: Record<RecipientState, string> = {
  waiting: 'bg-ink-3',
  sending: 'bg-saffron',
  sent: 'bg-green',
  failed: 'bg-red',
  refused: 'bg-red',
  bounced: 'bg-red',
  skipped: 'bg-ink-3',
  unconfirmed: 'bg-saffron',
}

function State({ recipient: { state, dueAt } }: { recipient: ListedRecipient }) {
  return (
    <span title={dueAt ? text.nextTry(formatShortMoment(dueAt)) : undefined} className="whitespace-nowrap">
      <span aria-hidden="true" className={clsx('me-2 inline-block size-2 rounded-full', COLOURS[state])} />
      {text.states[state]}
    </span>
  )
}

function Reason({ recipient: { reason } }: { recipient: ListedRecipient }) {
  const word = reasonLabel(reason)
  const isForeign = word !== '' && word === reason
  return (
    <bdi dir={isForeign ? 'ltr' : undefined} title={word} className="block max-w-[30ch] truncate text-ink-2">
      {word}
    </bdi>
  )
}
