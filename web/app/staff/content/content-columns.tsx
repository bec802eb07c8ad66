import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { toAppError } from '~/shared/errors/errors'
import { formatShortMoment } from '~/shared/formats/dates'
import { Badge } from '~/shared/ui/badge'
import { toast } from '~/shared/ui/toast'
import { FactValue } from '~/staff/finance-facts/fact-value'
import { listColumns } from '~/staff/list/data-list'
import { type ListedContent, moveContent } from './content.calls'
import { contentListText as text } from './content.he'
import { type ContentKind, type ContentState, contentPath } from './content.rules'

const column = listColumns<ListedContent>()

const COLOURS: Record<ContentState, string> = {
  published: 'bg-green',
  changed: 'bg-saffron',
  draft: 'bg-rule-2',
  scheduled: 'bg-ink-3',
  trash: 'bg-red',
}

/** What a list of content can show; rows can be moved while they stand in the order that visitors see. */
export const contentColumns = (kind: ContentKind, parent: string | undefined, isOrdered: boolean) => [
  column.display({
    id: 'title',
    header: text.columns.title,
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2">
        <Link to={contentPath(kind, original.id, parent)} className="font-semibold">
          <bdi>{original.title}</bdi>
        </Link>
        {original.isFeatured && <Badge tone="saffron">{text.featured}</Badge>}
        {kind === 'fact' && <FactValue id={original.id} />}
        {kind === 'quiz' && <bdi className="text-ink-3 text-xs">{original.course}</bdi>}
        {original.slug && (
          <bdi dir="ltr" className="text-ink-3 text-xs">
            {original.slug}
          </bdi>
        )}
      </span>
    ),
  }),
  column.display({
    id: 'state',
    header: text.columns.state,
    cell: ({ row }) => <StateMark state={row.original.state} />,
  }),
  column.display({
    id: 'edited_at',
    header: text.columns.edited_at,
    cell: ({ row: { original } }) => (
      <span className="text-ink-2">
        <span className="tabular-nums">{formatShortMoment(original.editedAt)}</span>
        {original.editedBy && (
          <>
            {' · '}
            <bdi>{original.editedBy}</bdi>
          </>
        )}
      </span>
    ),
  }),
  ...(isOrdered
    ? [
        column.display({
          id: 'place',
          header: text.columns.place,
          cell: ({ row, table }) => (
            <MoveButtons
              kind={kind}
              record={row.original}
              rows={table.getRowModel().rows.map(({ original }) => original)}
              index={row.index}
            />
          ),
        }),
      ]
    : []),
]

/** How a record stands, in a word with its colour. */
export function StateMark({ state }: { state: ContentState }) {
  return (
    <span>
      <span aria-hidden="true" className={clsx('me-2 inline-block size-2 rounded-full', COLOURS[state])} />
      {text.states[state]}
    </span>
  )
}

type MoveButtonsProps = { kind: ContentKind; record: ListedContent; rows: ListedContent[]; index: number }

/** Moves a row up or down by one, with the way back. The server keeps the order. */
function MoveButtons({ kind, record, rows, index }: MoveButtonsProps) {
  const client = useQueryClient()
  async function move(before: string | null, back: (() => void) | null) {
    try {
      await moveContent(kind, record.id, before)
      void toast.success(text.moved(record.title), back ? { label: text.undo, onClick: back } : undefined)
    } catch (failure) {
      void toast.error(toAppError(failure).message)
    }
    await client.invalidateQueries({ queryKey: ['staff', 'content', kind] })
  }
  const next = rows[index + 1]?.id ?? null
  const goBack = () => void move(next, null)
  const button = 'grid size-8 place-items-center rounded-control text-ink-2 hover:bg-rule/40 disabled:opacity-30'
  return (
    <span className="flex">
      <button
        type="button"
        aria-label={text.up(record.title)}
        disabled={index === 0}
        onClick={() => void move(rows[index - 1]?.id ?? null, goBack)}
        className={button}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        aria-label={text.down(record.title)}
        disabled={next === null}
        onClick={() => void move(rows[index + 2]?.id ?? null, goBack)}
        className={button}
      >
        <span aria-hidden="true">↓</span>
      </button>
    </span>
  )
}
