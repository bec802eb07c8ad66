import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppInvitation, fetchApps, inviteApp, removeApp } from '~/api/second-step'
import { useFreshSignIn } from '~/components/fresh-sign-in'
import { Failed, Section } from '~/components/section'
import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDay } from '~/domain/dates'
import { toAppError } from '~/lib/errors'
import { twoStepText as text } from '~/locales/he/security'
import { AppSetup } from './app-setup'
import { RemoveAppDialog } from './remove-app-dialog'

/** The authenticator app of the account: none, being set up, or at work ([3-07], [7-08]). */
export function TwoStepSection({ userId }: { userId: string }) {
  const key = ['authenticator-apps', userId] as const
  const queryClient = useQueryClient()
  const { run, dialog } = useFreshSignIn()
  const { data: apps, isPending, isError, refetch } = useQuery({ queryKey: key, queryFn: fetchApps })
  const [invitation, setInvitation] = useState<AppInvitation>()
  const [removing, setRemoving] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'info' | 'error'; text: string }>()

  async function begin() {
    setBusy(true)
    setOutcome(undefined)
    try {
      const invited = await run(inviteApp)
      if (invited !== 'cancelled') setInvitation(invited)
    } catch (cause) {
      setOutcome({ tone: 'error', text: toAppError(cause).message })
    } finally {
      setBusy(false)
    }
  }

  async function settle(tone: 'success' | 'info', message: string) {
    setInvitation(undefined)
    setRemoving(undefined)
    setOutcome({ tone, text: message })
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
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
        <Button look="learn" size="small" className="mt-5" busy={busy} onClick={() => void begin()}>
          {text.setUp}
        </Button>
      )}
      {invitation && (
        <AppSetup
          invitation={invitation}
          run={run}
          onJoined={() => settle('success', text.enabled)}
          onCancel={() => setInvitation(undefined)}
        />
      )}
      {isOn && <p className="mt-2 text-sm text-ink-3">{text.keep}</p>}
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
      {removing && (
        <RemoveAppDialog
          onCode={async (code) => {
            await removeApp(removing, code)
            await settle('info', text.removed)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  )
}
