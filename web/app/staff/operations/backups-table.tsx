import { formatShortMoment } from '~/shared/formats/dates'
import { Button } from '~/shared/ui/button'
import type { StoredBackup } from './backups.calls'
import { backupsText as text } from './backups.he'
import { formatBytes } from './bytes.rules'

type BackupsTableProps = { files: StoredBackup[]; disabled: boolean; onDownload: (file: string) => void }

/** The archives that are kept, the newest first. */
export function BackupsTable({ files, disabled, onDownload }: BackupsTableProps) {
  if (files.length === 0) return <p className="py-3">{text.none}</p>
  return (
    <>
      <table aria-label={text.table} className="w-full text-sm">
        <thead className="text-ink-2">
          <tr>
            {[text.madeAt, text.size, text.action].map((title) => (
              <th key={title} scope="col" className="border-rule border-b py-2 pe-3 text-start font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.map(({ name, bytes, madeAt, isHandedOut }) => (
            <tr key={name}>
              <th scope="row" className="border-rule border-b py-1 pe-3 text-start font-normal">
                <span className="block tabular-nums">{formatShortMoment(madeAt)}</span>
                <bdi dir="ltr" className="text-ink-2 text-xs [overflow-wrap:anywhere]">
                  {name}
                </bdi>
              </th>
              <td className="whitespace-nowrap border-rule border-b py-1 pe-3 tabular-nums">
                <bdi dir="ltr">{formatBytes(bytes)}</bdi>
              </td>
              <td className="border-rule border-b py-1">
                {isHandedOut ? (
                  <Button
                    look="secondary"
                    size="small"
                    disabled={disabled}
                    aria-label={text.downloadOf(formatShortMoment(madeAt))}
                    onClick={() => onDownload(name)}
                  >
                    {text.download}
                  </Button>
                ) : (
                  <span className="text-ink-2 text-xs">{text.notHandedOut}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-2 text-ink-2 text-xs">{text.kept}</p>
    </>
  )
}
