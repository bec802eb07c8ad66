import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '~/shared/formats/dates'
import { Alert } from '~/shared/ui/alert'
import { Badge } from '~/shared/ui/badge'
import { Button } from '~/shared/ui/button'
import { Failed, Section } from '~/shared/ui/section'
import { Skeleton } from '~/shared/ui/skeleton'
import { AppSetup } from './app-setup'
import { makeRecoveryCodes } from './recovery-codes.calls'
import { RecoveryCodesPart } from './recovery-codes-part'
import { RemoveAppDialog } from './remove-app-dialog'
import { fetchApps, removeApp } from './second-step.calls'
import { twoStepText as text } from './security.he'
import { useAppInvitation } from './use-app-invitation'

/** The authenticator app of the account: none, being set up, or at work ([3-07], [7-08]). */
export function TwoStepSection({ userId }: { userId: string }) {
  const key = ['authenticator-apps', userId] as const
  const queryClient = useQueryClient()
  const { invitation, busy, error, begin, end, run, dialog } = useAppInvitation()
  const { data: apps, isPending, isError, refetch } = useQuery({ queryKey: key, queryFn: fetchApps })
  const [removing, setRemoving] = useState<string>()
  const [settled, setSettled] = useState<{ tone: 'success' | 'info'; text: string }>()
  const [codes, setCodes] = useState<string[]>()
  const outcome = error ? { tone: 'error' as const, text: error } : settled

  function beginAnew() {
    setSettled(undefined)
    void begin()
  }

  async function joined() {
    // The sign-in is fresh. Without codes the app works all the same, and the part about them says what is missing.
    setCodes(await makeRecoveryCodes().catch(() => undefined))
    await settle('success', text.enabled)
  }

  async function settle(tone: 'success' | 'info', message: string) {
    end()
    setRemoving(undefined)
    if (tone === 'info') setCodes(undefined)
    setSettled({ tone, text: message })
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: ['recovery-codes', userId] }),
      queryClient.invalidateQueries({ queryKey: ['own-sessions', userId] }),
    ])
  }

  const isOn = (apps?.length ?? 0) > 0
  return (
    <Section
      id="two-step"
      title={text.title}
      action={apps && <Badge tone={isOn ? 'green' : 'saffron'}>{isOn ? text.on : text.off}</Badge>}
    >
      {dialog}
      <p className="mt-3 text-ink-2">{text.lead}</p>
      {outcome && (
        <Alert tone={outcome.tone} className="mt-4">
          {outcome.text}
        </Alert>
      )}
      {isPending && <Skeleton className="mt-5 h-11 w-28" />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {apps && !isOn && !invitation && (
        <Button look="learn" size="small" className="mt-5" busy={busy} onClick={beginAnew}>
          {text.setUp}
        </Button>
      )}
      {invitation && <AppSetup invitation={invitation} run={run} onJoined={joined} onCancel={end} />}
      <ul>
        {apps?.map(({ id, addedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-4">
            <span>{text.addedAt(formatDay(addedAt))}</span>
            <Button look="secondary" size="small" onClick={() => setRemoving(id)}>
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      {isOn && <RecoveryCodesPart userId={userId} run={run} fresh={codes} onFresh={setCodes} />}
      {removing && (
        <RemoveAppDialog
          onCode={async (code, kind) => {
            await removeApp(removing, code, kind)
            await settle('info', text.removed)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  )
}
