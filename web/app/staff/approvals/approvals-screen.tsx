import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { toast } from '~/shared/ui/toast'
import { type Approval, approvalsQuery, decideApproval } from './approvals.calls'
import { approvalsText as text } from './approvals.he'

type Decision = 'approve' | 'refuse' | 'takeBack'
type Choosing = { approval: Approval; decision: Decision }

const DONE = { approve: text.approved, refuse: text.refused, takeBack: text.takenBack }

/** Requests for acts that a second super_admin approves. */
export function ApprovalsScreen() {
  const { data, isPending, isError, refetch } = useQuery(approvalsQuery())
  const [choosing, setChoosing] = useState<Choosing>()
  return (
    <>
      <h1 className="pt-6 text-2xl">{text.title}</h1>
      <p className="max-w-[70ch] py-3 text-ink-2">{text.lead}</p>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data?.alone && <p className="max-w-[70ch] pb-3 font-semibold">{text.alone}</p>}
      {data?.requests.length === 0 && <p role="status">{text.none}</p>}
      <ul>
        {data?.requests.map((approval) => (
          <ApprovalRow
            key={approval.id}
            approval={approval}
            onChoose={(decision) => setChoosing({ approval, decision })}
          />
        ))}
      </ul>
      {choosing && <DecisionDialog {...choosing} onClose={() => setChoosing(undefined)} />}
    </>
  )
}

function ApprovalRow({ approval, onChoose }: { approval: Approval; onChoose: (decision: Decision) => void }) {
  const { state, isOwn, mayDecide } = approval
  const title = text.acts[approval.action]
  const facts = [
    [text.requestedBy, approval.requestedBy],
    [text.reason, approval.reason],
    [text.until, formatShortMoment(approval.expiresAt)],
    [text.decidedBy, approval.decidedBy],
  ] as const
  const choices: Decision[] = mayDecide ? ['approve', 'refuse'] : isOwn ? ['takeBack'] : []
  return (
    <li className="grid gap-3 border-rule border-b py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{title}</span>
        {approval.about && <Bidi className="[overflow-wrap:anywhere]">{approval.about}</Bidi>}
        <span className="text-ink-2">{text.states[state]}</span>
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="flex gap-2">
                <dt className="text-ink-2">{name}</dt>
                <Bidi as="dd" className="[overflow-wrap:anywhere]">
                  {value}
                </Bidi>
              </div>
            ),
        )}
      </dl>
      {state === 'waiting' && choices.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {choices.map((choice) => (
            <Button
              key={choice}
              look={choice === 'approve' ? 'primary' : 'secondary'}
              size="small"
              aria-label={text.of(text[choice], title)}
              onClick={() => onChoose(choice)}
            >
              {text[choice]}
            </Button>
          ))}
        </p>
      )}
    </li>
  )
}

function DecisionDialog({ approval, decision, onClose }: Choosing & { onClose: () => void }) {
  const client = useQueryClient()
  const lead =
    decision === 'approve'
      ? text.approveLead(approval.requestedBy, text.acts[approval.action])
      : text[`${decision}Lead`]
  return (
    <ConfirmDialog
      title={text[`${decision}Title`]}
      lead={lead}
      confirm={text[decision]}
      cancel={text.cancel}
      look={decision === 'approve' ? 'primary' : 'danger'}
      onConfirm={async () => {
        try {
          await decideApproval(approval.id, decision === 'approve')
        } finally {
          await client.invalidateQueries({ queryKey: ['staff', 'approvals'] })
        }
        void toast.success(DONE[decision])
      }}
      onClose={onClose}
    />
  )
}
