import { useParams } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { auditText } from './audit.he'
import { AuditLineScreen } from './audit-line-screen'

export const meta = accountMeta(auditText.title)

export default function AuditLogLine() {
  const { lineId = '' } = useParams()
  return <AuditLineScreen lineId={lineId} />
}
