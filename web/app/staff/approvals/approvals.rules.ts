/** What a second super_admin approves before it is done. */
export const APPROVAL_ACTS = ['super_admin', 'backup', 'students'] as const
export type ApprovalAct = (typeof APPROVAL_ACTS)[number]

/** How a request for an approval stands. */
export type ApprovalState = 'waiting' | 'approved' | 'refused' | 'used' | 'expired'
