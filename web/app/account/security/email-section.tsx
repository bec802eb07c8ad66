import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type EmailChange, fetchEmailChange } from '~/session/email-change/email-change.calls'
import type { StudentProfile } from '~/session/student/session-store'
import { emailText as text } from '~/session/two-step/security.he'
import { putNewer } from '~/shared/client/put-newer'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Failed, Section } from '~/shared/ui/section'
import { Skeleton } from '~/shared/ui/skeleton'
import { EmailChangeForm } from './email-change-form'
import { EmailChangeProgress } from './email-change-progress'

/** How often the page looks whether a link was opened elsewhere. */
const LOOK_EVERY = 4_000

type EmailSectionProps = { profile: StudentProfile; onChanged: () => Promise<void> }

/** One's own address, and its change from the question to the second confirmation. */
export function EmailSection({ profile, onChanged }: EmailSectionProps) {
  const key = ['email-change', profile.id] as const
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<'done' | 'cancelled'>()
  const {
    data: change,
    isPending,
    isError,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: fetchEmailChange,
    refetchInterval: ({ state }) => (state.data ? LOOK_EVERY : false),
  })
  const address = useRef(profile.email)

  // A change that is gone was confirmed to its end, perhaps on another device, or given up: the profile tells.
  const waiting = Boolean(change)
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !waiting) void onChanged()
    wasWaiting.current = waiting
  }, [waiting, onChanged])
  useEffect(() => {
    if (address.current === profile.email) return
    address.current = profile.email
    setOutcome('done')
  }, [profile.email])

  const settle = (next: EmailChange | null) => putNewer<EmailChange | null>(queryClient, key, next)

  return (
    <Section id="email" title={text.title}>
      <dl className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-3">
        <dt className="text-ink-2">{text.current}</dt>
        <dd>
          <bdi dir="ltr" className="font-semibold break-all">
            {profile.email}
          </bdi>
        </dd>
      </dl>
      <p className="pt-2 text-sm text-ink-3">{text.lead}</p>
      {outcome && !change && (
        <Alert tone={outcome === 'done' ? 'success' : 'info'} className="mt-4">
          {text[outcome]}
        </Alert>
      )}
      {isPending && <Skeleton className="mt-5 h-11 w-36" />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {change && (
        <EmailChangeProgress
          change={change}
          email={profile.email}
          onProgress={() => void refetch()}
          onCancelled={() => {
            settle(null)
            setOutcome('cancelled')
          }}
        />
      )}
      {change === null && asking && (
        <EmailChangeForm
          email={profile.email}
          onAsked={(newEmail) => {
            setAsking(false)
            setOutcome(undefined)
            settle({ newEmail, currentConfirmed: false, newConfirmed: false })
          }}
          onBack={() => setAsking(false)}
        />
      )}
      {change === null && !asking && (
        <Button look="secondary" size="small" className="mt-5" onClick={() => setAsking(true)}>
          {text.change}
        </Button>
      )}
    </Section>
  )
}
