import type { ExportColumn } from '~/staff/list-export/cells.rules'
import { ExportButton } from '~/staff/list-export/export-button'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { type ExportedLine, openAuditExport, readAuditExport } from './audit.calls'
import { auditText as text } from './audit.he'
import { actionLabel, actorLabel, auditAsked, changesInWords, entityLabel } from './audit.rules'

const COLUMNS: ExportColumn<ExportedLine>[] = [
  { title: text.columns.occurred_at, width: 18, value: ({ at }) => new Date(at) },
  { title: text.columns.actor, width: 22, value: actorLabel },
  { title: text.columns.action, width: 24, value: ({ action }) => actionLabel(action) },
  { title: text.columns.entity, width: 18, value: ({ entity }) => entityLabel(entity) },
  { title: text.record, width: 38, value: ({ entityId }) => entityId },
  { title: text.changes, width: 60, value: ({ changes }) => changesInWords(changes) },
  { title: text.columns.address, width: 18, value: ({ address }) => address },
]

/** Takes along the lines that the list finds, with what each changed, masked as their pages show it. */
export function AuditExport({ address }: { address: ListAddress }) {
  return (
    <ExportButton
      title={text.title}
      fileName="audit-log"
      columns={COLUMNS}
      source={{ open: (format) => openAuditExport(auditAsked(address), format), read: readAuditExport }}
    />
  )
}
