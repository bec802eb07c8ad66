import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionListText as text } from '~/session/two-step/security.he'
import { formatDay, formatMoment } from '~/shared/formats/dates'
import { Badge } from '~/shared/ui/badge'
import { Button } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Failed, Section } from '~/shared/ui/section'
import { Skeleton } from '~/shared/ui/skeleton'
import { toast } from '~/shared/ui/toast'
import { DeviceName, deviceLabel } from './device-name'
import { endOtherSessions, endOwnSession, fetchOwnSessions, type OwnSession } from './own-sessions.calls'

/** Where the account is open now; each place but this one can be ended ([3-05], [7-06]). */
export function SessionList({ userId }: { userId: string }) {
  const key = ['own-sessions', userId] as const
  const queryClient = useQueryClient()
  const { data: sessions = [], isPending, isError, refetch } = useQuery({ queryKey: key, queryFn: fetchOwnSessions })
  const [ending, setEnding] = useState<OwnSession | 'others'>()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)

  async function end(which: OwnSession | 'others') {
    await (which === 'others' ? endOtherSessions() : endOwnSession(which.id))
    await queryClient.invalidateQueries({ queryKey: key })
    void toast.success(which === 'others' ? text.othersEnded : text.ended)
  }

  return (
    <Section
      id="sessions"
      title={text.title}
      action={
        others.length > 0 && (
          <Button look="secondary" size="small" onClick={() => setEnding('others')}>
            {text.endOthers}
          </Button>
        )
      }
    >
      <p className="mt-3 text-ink-2">{text.lead}</p>
      {isPending && <Waiting />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      <ul className="mt-2">
        {sessions.map((session) => (
          <Line key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {sessions.length > 0 && others.length === 0 && <p className="pt-4 text-sm text-ink-3">{text.onlyThis}</p>}
      {ending && (
        <ConfirmDialog
          title={ending === 'others' ? text.endOthersTitle : text.endTitle}
          lead={
            ending === 'others' ? (
              text.endOthersLead
            ) : (
              <>
                <DeviceName device={ending.device} />. {text.endLead}
              </>
            )
          }
          confirm={text.confirm}
          cancel={text.cancel}
          onConfirm={() => end(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Section>
  )
}

function Line({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, address, signedInAt, lastUsedAt, isCurrent } = session
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-4">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <DeviceName device={device} />
          {isCurrent && <Badge tone="green">{text.current}</Badge>}
        </p>
        <p className="mt-1 text-sm text-ink-2">
          {isCurrent ? text.usedNow : text.lastUsed(formatMoment(lastUsedAt))}
          {' · '}
          {text.signedIn(formatDay(signedInAt))}
          {address && (
            <>
              {' · '}
              {text.network} <bdi dir="ltr">{address}</bdi>
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button look="secondary" size="small" aria-label={text.endThis(deviceLabel(device))} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </li>
  )
}

function Waiting() {
  return (
    <div>
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      {[0, 1].map((line) => (
        <div key={line} className="grid gap-2 border-b border-rule py-5">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  )
}
