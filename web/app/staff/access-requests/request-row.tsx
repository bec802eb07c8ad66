import { useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { toAppError } from '~/shared/errors/errors'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { matchAccessRequest, type RequestMatch, type WaitingRequest } from './access-requests.calls'
import { accessRequestsText as text } from './access-requests.he'

type RequestRowProps = {
  request: WaitingRequest
  /** Asks for the decision; absent for who may not decide. */
  onDecide: ((granted: boolean) => void) | undefined
}

/** One request with what it says, how it compares with the account, and the way to decide. */
export function RequestRow({ request, onDecide }: RequestRowProps) {
  const [match, setMatch] = useState<RequestMatch>()
  const [busy, setBusy] = useState(false)
  async function compare() {
    setBusy(true)
    try {
      setMatch(await matchAccessRequest(request.id))
    } catch (cause) {
      void toast.error(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }
  const facts = [
    [text.former, request.formerEmail],
    [text.contact, request.contactEmail],
    [text.phone, request.phone],
  ] as const
  return (
    <li className="grid gap-3 border-rule border-b py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Bidi className="font-semibold">{request.name}</Bidi>
        <time dateTime={request.createdAt} className="text-ink-2">
          {formatShortMoment(request.createdAt)}
        </time>
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {facts.map(([title, value]) => (
          <div key={title} className="flex gap-2">
            <dt className="text-ink-2">{title}</dt>
            <dd>
              <bdi dir="ltr">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Bidi as="p" className="max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">
        {request.message}
      </Bidi>
      {match && <Comparison match={match} />}
      {onDecide && (
        <p className="flex flex-wrap gap-2">
          {!match && (
            <Button look="secondary" size="small" busy={busy} onClick={() => void compare()}>
              {busy ? text.checking : text.check}
            </Button>
          )}
          {match?.studentId && !match.contactTaken && (
            <Button look="secondary" size="small" onClick={() => onDecide(true)}>
              {text.grant}
            </Button>
          )}
          <Button look="quiet" size="small" onClick={() => onDecide(false)}>
            {text.refuse}
          </Button>
        </p>
      )}
    </li>
  )
}

function Comparison({ match: { studentId, namesMatch, phoneMatches, contactTaken } }: { match: RequestMatch }) {
  if (!studentId) return <p role="status">{text.noAccount}</p>
  const agreementText = (agrees: boolean) => (agrees ? text.agrees : text.differs)
  return (
    <div role="status" className="flex flex-wrap gap-x-6">
      <span>
        {text.names}: {agreementText(namesMatch)}
      </span>
      <span>
        {text.phone}: {agreementText(phoneMatches)}
      </span>
      {contactTaken && <span className="text-red">{text.contactTaken}</span>}
      <Link to={staffPaths.student(studentId)} className="text-link">
        {text.toRecord}
      </Link>
    </div>
  )
}
