import { ListFrame } from '~/staff/list/list-frame'
import { auditQuery } from './audit.calls'
import { countedLines, auditText as text } from './audit.he'
import { AUDIT_LIST, auditAsked } from './audit.rules'
import { AUDIT_COLUMNS } from './audit-columns'
import { AuditExport } from './audit-export'

const WORDS = { ...text, counted: countedLines }
const SORTS = { occurred_at: { title: text.columns.occurred_at, begins: 'desc' } } as const

/** Who did what, when and from where: everything for super_admin, the own actions for others. */
export function AuditScreen() {
  return (
    <ListFrame
      words={WORDS}
      shape={AUDIT_LIST}
      query={(address) => auditQuery(auditAsked(address))}
      columns={AUDIT_COLUMNS}
      sorts={SORTS}
      filters={text.filters}
      actions={(address) => <AuditExport address={address} />}
    />
  )
}
