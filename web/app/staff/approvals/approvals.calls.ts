import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { AppError } from '~/shared/errors/errors'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords, refusalOf } from '~/staff/entry/refusal-messages'
import { approvalRefusals } from './approvals.he'
import type { ApprovalAction, ApprovalState } from './approvals.rules'

/** A request that another super_admin decides. */
export type Approval = {
  id: string
  action: ApprovalAction
  /** Whom or what it is about; empty where the act says it all. */
  about: string
  reason: string
  state: ApprovalState
  requestedBy: string
  requestedAt: string
  expiresAt: string
  decidedBy: string | null
  isOwn: boolean
  mayDecide: boolean
}

/** What a refused call wants approved, in the form that the database takes it back. */
export type WantedApproval = { action: ApprovalAction; subject: Record<string, string>; approvers: number }

type Row = Pick<Approval, 'id' | 'action' | 'about' | 'reason' | 'state'> & {
  requested_by: string
  requested_at: string
  expires_at: string
  decided_by: string | null
  own: boolean
  may_decide: boolean
}

/** The requests of the last thirty days, and whether the super_admin is alone, whom nobody has to approve. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: ['staff', 'approvals'],
    queryFn: async (): Promise<{ alone: boolean; requests: Approval[] }> => {
      const { alone, requests } = (await callFunction('list_approvals', {}, LIST_LOADING_TIMEOUT)) as {
        alone: boolean
        requests: Row[]
      }
      return {
        alone,
        requests: requests.map(({ id, action, about, reason, state, ...row }) => ({
          ...{ id, action, about, reason, state, requestedBy: row.requested_by, requestedAt: row.requested_at },
          ...{ expiresAt: row.expires_at, decidedBy: row.decided_by, isOwn: row.own, mayDecide: row.may_decide },
        })),
      }
    },
  })

/** Approves or refuses a request of somebody else, or takes back one's own. @throws AppError, in words */
export const decideApproval = (id: string, approved: boolean): Promise<unknown> =>
  callFunction('decide_approval', { request_id: id, approved }, SAVE_TIMEOUT).catch(worded)

/** Asks the other super_admins to approve. @throws AppError, in words */
export const requestApproval = ({ action, subject }: WantedApproval, reason: string): Promise<unknown> =>
  callFunction('request_approval', { action, subject, reason }, SAVE_TIMEOUT).catch(worded)

/** What the refusal APPROVAL_NEEDED says is wanted. */
export const requestedApproval = (refusal: AppError): WantedApproval => JSON.parse(refusalOf(refusal).details)

const worded = (cause: unknown): never => {
  throw inWords(reportForbidden(cause), approvalRefusals)
}
