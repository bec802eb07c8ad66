import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { listColumns } from '~/staff/list/data-list'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { liftSuppression, type Suppression } from './suppressions.calls'
import { suppressionsText as text } from './suppressions.he'

const column = listColumns<Suppression>()

/** What the list of addresses can show. */
export const SUPPRESSION_COLUMNS = [
  column.display({
    id: 'email',
    header: text.columns.email,
    cell: ({ row }) => (
      <bdi dir="ltr" className="font-semibold">
        {row.original.email}
      </bdi>
    ),
  }),
  column.display({
    id: 'reason',
    header: text.columns.reason,
    cell: ({ row: { original } }) => (
      <>
        <span title={text.reasonHints[original.reason]}>{text.reasons[original.reason]}</span>
        {original.note && (
          <Bidi title={original.note} className="block max-w-[18ch] truncate md:max-w-[40ch] text-ink-2 text-sm">
            {original.note}
          </Bidi>
        )}
      </>
    ),
  }),
  column.display({ id: 'lift', header: text.columns.lift, cell: ({ row }) => <Lift held={row.original} /> }),
  column.display({
    id: 'created_at',
    header: text.columns.created_at,
    cell: ({ row }) => <span className="tabular-nums">{formatShortMoment(row.original.createdAt)}</span>,
  }),
]

function Lift({ held: { id, email, reason } }: { held: Suppression }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  // Who unsubscribed comes back by their own consent alone.
  if (reason === 'unsubscribed') return <span className="text-ink-2">{text.own}</span>
  return (
    <>
      <Button
        look="quiet"
        size="small"
        className="-ms-4"
        aria-label={text.liftOf(email)}
        onClick={() => setIsAsking(true)}
      >
        {text.lift}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={text.liftTitle}
          lead={text.liftLead(email, text.reasons[reason])}
          confirm={text.liftConfirm}
          onConfirm={async (why) => {
            void toast.success((await liftSuppression(id, why)) ? text.lifted : text.gone)
            await client.invalidateQueries({ queryKey: ['staff', 'suppressions'] })
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
