import { queryOptions } from '@tanstack/react-query'
import { plural } from '~/shared/formats/plural'
import type { RowOutcome } from '~/staff/list-selection/batches.rules'
import { BulkProgress, BulkReport } from '~/staff/list-selection/bulk-report'
import type { ChoiceActionsProps, ListChoice } from '~/staff/list-selection/list-choice-bar'
import { BarButton } from '~/staff/list-selection/selection-bar'
import { useBulk } from '~/staff/list-selection/use-bulk'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { listColumns } from './data-list'
import { countedRows, listDesignText as text } from './list-design.he'
import { type FoundPage, ListFrame } from './list-frame'

type Row = { id: string; sortValue: string; name: string; amount: number; changedAt: string }

const ROWS: Row[] = Array.from({ length: 60 }, (_none, at) => ({
  id: String(at + 1),
  sortValue: String(at + 1).padStart(3, '0'),
  name: text.row(at + 1),
  amount: (at * 7919) % 5000,
  changedAt: `2026-11-${String(1 + (at % 28)).padStart(2, '0')}`,
}))
const PAGE = 20
const SHAPE = {
  sorts: ['name'],
  filters: { state: Object.keys(text.states.values) },
  columns: Object.keys(text.columns),
}
const WORDS = { ...text, counted: countedRows }
const SORTS = { name: { title: text.columns.name, begins: 'asc' } } as const

const column = listColumns<Row>()
const COLUMNS = [
  column.display({ id: 'name', header: text.columns.name, cell: ({ row }) => row.original.name }),
  column.display({
    id: 'amount',
    header: text.columns.amount,
    cell: ({ row }) => <bdi dir="ltr">₪{row.original.amount.toLocaleString('he-IL')}</bdi>,
  }),
  column.display({
    id: 'changed_at',
    header: text.columns.changed_at,
    cell: ({ row }) => <bdi dir="ltr">{row.original.changedAt}</bdi>,
  }),
]

/** What the filter of states asks for; a busy list never comes. */
async function find({ filters, search, place }: ListAddress): Promise<FoundPage<Row>> {
  if (filters.state === 'busy') return new Promise(() => undefined)
  if (filters.state === 'failed') throw new Error('as asked')
  const shown = filters.state === 'empty' ? [] : filters.state === 'single' ? ROWS.slice(0, 1) : ROWS
  const found = shown.filter(({ name }) => name.includes(search))
  const after = found.findIndex(({ id }) => id === place?.id)
  const from = place?.way === 'before' ? Math.max(0, after - PAGE) : after + 1
  const rows = found.slice(from, from + PAGE)
  const edge = (way: 'before' | 'after', row: Row | undefined) => row && { way, value: row.sortValue, id: row.id }
  return {
    rows,
    total: found.length,
    previous: (from > 0 && edge('before', rows[0])) || null,
    next: (from + PAGE < found.length && edge('after', rows.at(-1))) || null,
  }
}

const listQuery = (address: ListAddress) =>
  queryOptions({ queryKey: ['design', 'list', address], queryFn: () => find(address), retry: false })

const ACT = {
  run: async (ids: string[]) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return ids.map((id): RowOutcome => ({ id, outcome: Number(id) % 3 === 0 ? 'refused' : 'changed' }))
  },
  codeOf: () => 'UNKNOWN_ERROR',
}

function Actions({ chosen, clear, bar }: ChoiceActionsProps) {
  const { state, start, stop, close } = useBulk<typeof ACT>(async () => undefined)
  if (state.step === 'running') return <BulkProgress {...state} label={text.working} onStop={stop} />
  const done = state.step === 'done' ? state.result : null
  return (
    <>
      {done && (
        <BulkReport
          result={done}
          doneWords={done.changed.size > 0 ? plural(done.changed.size, text.done) : null}
          refusedWords={plural(done.refused.length, text.refused)}
          whyRefused={() => text.why}
          onAgain={close}
          onClose={close}
        >
          {null}
        </BulkReport>
      )}
      {bar(
        <BarButton
          onClick={() => {
            clear()
            void start(ACT, chosen)
          }}
        >
          {text.act}
        </BarButton>,
      )}
    </>
  )
}

const CHOICE: ListChoice<Row> = {
  nameOf: ({ name }) => name,
  all: async () => ROWS.map(({ id, name }): [string, string] => [id, name]),
  Actions,
}

export const meta = () => [{ title: text.title }, { name: 'robots', content: 'noindex' }]

/** The list of the staff in every state, which its filter chooses; only where the site is being built. */
export default function ListDesign() {
  return (
    <div className="wrap pb-10 text-sm">
      <ListFrame
        words={WORDS}
        shape={SHAPE}
        query={listQuery}
        columns={COLUMNS}
        sorts={SORTS}
        filters={{ state: text.states }}
        opens={false}
        choice={CHOICE}
      />
    </div>
  )
}
