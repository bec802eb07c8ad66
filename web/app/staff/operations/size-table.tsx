import { Bidi } from '~/shared/ui/bidi'
import { operationsText as text } from './operations.he'

type SizeTableProps = { name: string; rows: readonly { name: string; files?: number; bytes: number }[] }

/** Names with their sizes, and with how many files where that is known. */
export function SizeTable({ name, rows }: SizeTableProps) {
  const counts = rows.some(({ files }) => files !== undefined)
  const cell = 'border-rule border-b py-2 pe-3 tabular-nums'
  return (
    <table className="w-full text-sm">
      <thead className="text-ink-2">
        <tr>
          {[name, ...(counts ? [text.files] : []), text.size].map((title) => (
            <th key={title} scope="col" className="border-rule border-b py-2 pe-3 text-start font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row" className="border-rule border-b py-2 pe-3 text-start font-normal">
              <bdi dir="ltr">{row.name}</bdi>
            </th>
            {counts && <td className={cell}>{(row.files ?? 0).toLocaleString('he-IL')}</td>}
            <td className={cell}>
              <Bidi>{text.megabytes((row.bytes / 1e6).toLocaleString('he-IL', { maximumFractionDigits: 1 }))}</Bidi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
