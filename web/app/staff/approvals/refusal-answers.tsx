import { useEffect, useState } from 'react'
import { useFreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import { answerRefusals } from '~/shared/client/answered-refusals'
import { AppError } from '~/shared/errors/errors'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { requestApproval, requestedApproval, type WantedApproval } from './approvals.calls'
import { approvalsText as text } from './approvals.he'

/**
 * Answers, over whatever page stands open, what the database wants before a high act: a fresh proof of who is there,
 * after which the call is sent again, or a request that another super_admin approves (decision 0149).
 */
export function RefusalAnswers() {
  const { ask, dialog } = useFreshSignIn()
  const [wanted, setWanted] = useState<{ approval: WantedApproval; close: (requested: boolean) => void }>()

  useEffect(
    () =>
      answerRefusals(async (refusal) => {
        if (refusal.code === 'REAUTHENTICATION_NEEDED') return ask()
        const approval = requestedApproval(refusal)
        const instead = (words: string) => new AppError('APPROVAL_NEEDED', words, undefined, { cause: refusal.cause })
        if (approval.approvers === 0) throw instead(text.nobody)
        const requested = await new Promise<boolean>((close) => setWanted({ approval, close }))
        setWanted(undefined)
        if (requested) throw instead(text.requested)
        return false
      }),
    [ask],
  )

  return (
    <>
      {wanted && <RequestDialog {...wanted} />}
      {dialog}
    </>
  )
}

function RequestDialog({ approval, close }: { approval: WantedApproval; close: (requested: boolean) => void }) {
  return (
    <ReasonDialog
      title={text.askTitle}
      lead={text.askLead(text.acts[approval.action])}
      confirm={text.ask}
      look="primary"
      onConfirm={async (reason) => {
        await requestApproval(approval, reason)
        close(true)
      }}
      onClose={() => close(false)}
    />
  )
}
