import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionListText, signInListText as text } from '~/session/two-step/security.he'
import { formatMoment } from '~/shared/formats/dates'
import { Badge } from '~/shared/ui/badge'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed, Section } from '~/shared/ui/section'
import { DeviceName } from './device-name'
import { fetchOwnSignIns, type OwnSignIn } from './own-sessions.calls'

const SHOWN_FIRST = 5

/** When and from where the account was entered lately, also where it is open no more. */
export function SignInList({ userId }: { userId: string }) {
  const {
    data: entries = [],
    isPending,
    isError,
    refetch,
  } = useQuery({ queryKey: ['own-sign-ins', userId], queryFn: fetchOwnSignIns })
  const [all, setAll] = useState(false)
  const shown = all ? entries : entries.slice(0, SHOWN_FIRST)
  return (
    <Section id="sign-ins" title={text.title}>
      <p className="mt-3 text-ink-2">{text.lead}</p>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      <ol className="mt-2">
        {shown.map((entry) => (
          <Line key={`${entry.at} ${entry.address}`} entry={entry} />
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button look="secondary" size="small" className="mt-4" onClick={() => setAll(true)}>
          {text.more(entries.length)}
        </Button>
      )}
    </Section>
  )
}

function Line({ entry: { at, device, address, withApp, isOpen } }: { entry: OwnSignIn }) {
  return (
    <li className="border-rule border-b py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={at} className="font-semibold">
          {formatMoment(at)}
        </time>
        {isOpen && <Badge tone="green">{text.open}</Badge>}
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        <DeviceName device={device} />
        {address && (
          <>
            {' · '}
            {sessionListText.network} <bdi dir="ltr">{address}</bdi>
          </>
        )}
        {withApp && ` · ${text.withApp}`}
      </p>
    </li>
  )
}
