import type { KindOf } from '~/shared/config/kinds'

/** What a second super_admin approves before it is done. */
export type ApprovalAction = KindOf<'approval_requests.action'>

/** How a request for an approval stands. */
export type ApprovalState = 'waiting' | 'approved' | 'refused' | 'used' | 'expired'
