import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { toast } from '~/shared/ui/toast'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { useMay } from '~/staff/shared/use-may'
import { accessRequestsQuery, decideAccessRequest, type WaitingRequest } from './access-requests.calls'
import { accessRequestsText as text } from './access-requests.he'
import { RequestRow } from './request-row'

/** The requests for access that wait, and the decision on each. */
export function AccessRequestsScreen() {
  const client = useQueryClient()
  const { data, isPending, isError, refetch } = useQuery(accessRequestsQuery)
  const [deciding, setDeciding] = useState<{ request: WaitingRequest; granted: boolean }>()
  const mayDecide = useMay('match_access_request', 'decide_access_request')
  async function decide({ request, granted }: { request: WaitingRequest; granted: boolean }, reason: string) {
    await decideAccessRequest(request.id, granted, reason)
    await client.invalidateQueries({ queryKey: ['staff'] })
    void toast.success(granted ? text.granted : text.refused)
  }
  return (
    <>
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link to={staffPaths.students} className="text-link inline-flex min-h-11 items-center">
          {text.back}
        </Link>
        <Link to={staffPaths.decidedRequests} className="text-link inline-flex min-h-11 items-center">
          {text.decided}
        </Link>
      </p>
      <h1 className="pt-1 text-2xl">{text.title}</h1>
      <p className="max-w-[70ch] py-3 text-ink-2">{text.lead}</p>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data && (
        <p role="status" className="border-ink border-b py-3 font-semibold">
          {data.length === 0 ? text.none : text.waiting(data.length)}
        </p>
      )}
      <ul>
        {data?.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            onDecide={mayDecide ? (granted) => setDeciding({ request, granted }) : undefined}
          />
        ))}
      </ul>
      {deciding && (
        <ReasonDialog
          title={deciding.granted ? text.grantTitle : text.refuseTitle}
          lead={deciding.granted ? text.grantLead : text.refuseLead}
          confirm={deciding.granted ? text.grantConfirm : text.refuseConfirm}
          onConfirm={(reason) => decide(deciding, reason)}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </>
  )
}
