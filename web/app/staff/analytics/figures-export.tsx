import type { ExportColumn } from '~/staff/list-export/cells.rules'
import { ExportButton } from '~/staff/list-export/export-button'
import { noteFiguresExport } from './annotations.calls'
import type { DayRange } from './range.rules'

type FiguresExportProps<Row> = {
  part: 'overview' | 'courses' | 'tests' | 'work'
  title: string
  columns: readonly ExportColumn<Row>[]
  rows: readonly Row[]
  range: DayRange
}

/** Takes the figures of a page along as they are shown; the audit log notes that. */
export function FiguresExport<Row>({ part, title, columns, rows, range }: FiguresExportProps<Row>) {
  return (
    <ExportButton
      title={title}
      fileName={`analytics-${part}`}
      columns={columns}
      source={{
        open: async (format) => {
          await noteFiguresExport(part, format, range)
          return { id: part, total: rows.length, more: false }
        },
        read: async () => ({ rows: [...rows], next: null }),
      }}
    />
  )
}
