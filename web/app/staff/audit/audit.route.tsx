import { accountMeta } from '~/shared/pages/account-meta'
import { auditText } from './audit.he'
import { AuditScreen } from './audit-screen'

export const meta = accountMeta(auditText.title)

export default function AuditLog() {
  return <AuditScreen />
}
