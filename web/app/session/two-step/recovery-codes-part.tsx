import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import { toAppError } from '~/shared/errors/errors'
import { formatDay } from '~/shared/formats/dates'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Failed } from '~/shared/ui/section'
import { Skeleton } from '~/shared/ui/skeleton'
import { NewRecoveryCodes } from './new-recovery-codes'
import { fetchCodesLeft, makeRecoveryCodes } from './recovery-codes.calls'
import { recoveryCodesText as text } from './recovery-codes.he'
import { codesAdvice, type RecoveryCodesLeft } from './recovery-codes.rules'

type RecoveryCodesPartProps = {
  userId: string
  run: FreshSignIn['run']
  /** Codes that were made just now, when the app joined. */
  fresh: string[] | undefined
  onFresh: (codes: string[] | undefined) => void
}

/** The codes that stand for the app: how many are left, and new ones on demand. */
export function RecoveryCodesPart({ userId, run, fresh, onFresh }: RecoveryCodesPartProps) {
  const key = ['recovery-codes', userId] as const
  const queryClient = useQueryClient()
  const { data, isPending, isError, refetch } = useQuery({ queryKey: key, queryFn: fetchCodesLeft })
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function make() {
    setAsking(false)
    setBusy(true)
    setFailure(undefined)
    try {
      const made = await run(makeRecoveryCodes)
      if (made !== 'cancelled') onFresh(made)
      await queryClient.invalidateQueries({ queryKey: key })
    } catch (cause) {
      setFailure(toAppError(cause).message)
    }
    setBusy(false)
  }

  if (fresh) return <NewRecoveryCodes codes={fresh} onKept={() => onFresh(undefined)} />
  const everMade = data?.madeAt != null
  return (
    <div className="border-rule border-b py-4">
      <h3 className="text-lg">{text.title}</h3>
      <p className="mt-1 text-ink-2">{text.lead}</p>
      {isPending && <Skeleton className="mt-3 h-6 w-56" />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data && <Left codes={data} />}
      {failure && (
        <Alert tone="error" className="mt-3">
          {failure}
        </Alert>
      )}
      {data && (
        <Button
          look="secondary"
          size="small"
          className="mt-3"
          busy={busy}
          onClick={() => (everMade ? setAsking(true) : void make())}
        >
          {everMade ? text.remake : text.make}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={text.remakeTitle}
          lead={text.remakeLead}
          confirm={text.remake}
          cancel={text.cancel}
          onConfirm={make}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function Left({ codes }: { codes: RecoveryCodesLeft }) {
  const advice = codesAdvice(codes)
  if (advice === 'never' || advice === 'none') {
    return (
      <Alert tone="attention" className="mt-3">
        {advice === 'never' ? text.never : text.noneLeft}
      </Alert>
    )
  }
  const left = text.left(codes.left, formatDay(codes.madeAt ?? ''))
  if (advice === 'fine') return <p className="mt-2">{left}</p>
  return (
    <Alert tone="attention" className="mt-3">
      {left} {text.fewLeft}
    </Alert>
  )
}
