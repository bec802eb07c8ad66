import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'
import { selectionText } from '~/staff/list-selection/selection.he'
import { SelectionBox } from '~/staff/list-selection/selection-box'
import type { Selection } from '~/staff/list-selection/use-selection'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { stepRow } from './row-keys'
import { type ListSort, SortButton } from './sort-button'

const features = tableFeatures({ columnVisibilityFeature })

export type ListColumn<Row extends RowData> = ColumnDef<typeof features, Row, unknown>

/** Makes the columns of one list; the id of a column is what the address calls it. */
export const listColumns = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

type DataListProps<Row extends RowData> = {
  label: string
  rows: Row[]
  /** The same at every render: new ones mount every cell anew, and a press that falls into that moment is lost. */
  columns: ListColumn<Row>[]
  rowId: (row: Row) => string
  /** The columns that sort, by their id, which is what the address sorts by. */
  sorts: Readonly<Record<string, ListSort>>
  address: ListAddress
  onSort: (sort: string, direction: 'asc' | 'desc') => void
  busy: boolean
  /** What is chosen, where rows can be; with the words that name a row. */
  selection?: (Selection & { nameOf: (row: Row) => string }) | undefined
}

/**
 * The table of a list: sorted by its headings, walked by j, k and arrows (with Shift choosing on the way), Enter opens a
 * row by its link, Space chooses it. It scrolls by itself where it has no room.
 */
export function DataList<Row extends RowData>({
  label,
  rows,
  columns,
  rowId,
  sorts,
  address,
  onSort,
  busy,
  selection,
}: DataListProps<Row>) {
  const isChosen = (row: Row) => selection?.chosen.has(rowId(row)) ?? false
  const chosen = address.columns
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
    state: {
      columnVisibility:
        chosen.length === 0 ? {} : Object.fromEntries(columns.map(({ id = '' }) => [id, chosen.includes(id)])),
    },
  })
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table aria-busy={busy || undefined} className={clsx('w-full border-collapse', busy && 'opacity-60')}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection && (
                <th scope="col" className="w-10 border-ink border-b p-0">
                  <SelectionBox
                    label={selectionText.page}
                    checked={rows.every(isChosen)}
                    some={rows.some(isChosen)}
                    disabled={selection.locked}
                    onToggle={selection.togglePage}
                  />
                </th>
              )}
              {group.headers.map((header) => {
                const sort = sorts[header.column.id]
                const sorted = address.sort === header.column.id
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted ? (address.direction === 'asc' ? 'ascending' : 'descending') : undefined}
                    className="whitespace-nowrap border-ink border-b p-0 text-start font-semibold text-ink-2 text-xs"
                  >
                    {sort ? (
                      <SortButton
                        sort={sort}
                        sorted={sorted && address.direction}
                        onSort={(direction) => onSort(header.column.id, direction)}
                      />
                    ) : (
                      <span className="block px-2.5 py-2">
                        <table.FlexRender header={header} />
                      </span>
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={(event) => onRowKey(event, selection)}>
          {table.getRowModel().rows.map((row, index) => (
            <tr
              key={row.id}
              tabIndex={index === 0 ? 0 : -1}
              data-row={row.id}
              className={clsx(
                '-outline-offset-3',
                isChosen(row.original) ? 'bg-green-wash' : 'hover:bg-card focus-visible:bg-card',
              )}
            >
              {selection && (
                <td className="border-rule border-b p-0">
                  <SelectionBox
                    label={selectionText.row(selection.nameOf(row.original))}
                    checked={isChosen(row.original)}
                    disabled={selection.locked}
                    onToggle={(range) => selection.toggle(row.id, range)}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell) => (
                <td
                  key={cell.id}
                  className={clsx('whitespace-nowrap border-rule border-b px-2.5', address.dense ? 'h-8' : 'h-[42px]')}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function onRowKey(event: KeyboardEvent<HTMLElement>, selection: Selection | undefined) {
  if (event.altKey) return
  const row = (event.target as HTMLElement).closest('tr')
  const onRow = event.target === row
  const command = event.ctrlKey || event.metaKey
  if (selection && onRow && command && event.code === 'KeyA') {
    event.preventDefault()
    return selection.togglePage()
  }
  if (!row || command) return
  const id = row.dataset.row ?? ''
  if (onRow && event.key === 'Enter') return row.querySelector('a')?.click()
  if (selection && onRow && (event.key === ' ' || event.code === 'KeyX')) {
    event.preventDefault()
    return selection.toggle(id, event.shiftKey)
  }
  const next = stepRow(row, event.code)
  if (!next) return
  event.preventDefault()
  if (selection && event.shiftKey) selection.extend(id, next.dataset.row ?? '')
  next.focus()
}
