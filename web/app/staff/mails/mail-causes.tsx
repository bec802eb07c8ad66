import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { Failed } from '~/shared/ui/section'
import { type MailCause, mailCausesQuery, retryMailsOfCause } from './mails.calls'
import { countedMails, retryAll, mailsText as text, willBeSent } from './mails.he'
import { useRetry } from './use-retry'

/** Why mails did not leave: each cause once, with the way to send its mails again. */
export function MailCauses() {
  const id = useId()
  const { data, isError, refetch } = useQuery(mailCausesQuery())
  if (isError) return <Failed text={text.causesFailed} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-5">
      <h2 id={id} className="border-ink border-b pb-2 font-semibold text-lg">
        {text.causes}
      </h2>
      <ul>
        {data.map((cause) => (
          <Cause key={cause.id} cause={cause} />
        ))}
      </ul>
    </section>
  )
}

function Cause({ cause: { id, failure, answer, mails, canRetry } }: { cause: MailCause }) {
  const { busy, retry } = useRetry()
  const again = () =>
    retry(async () => {
      const retried = await retryMailsOfCause(id)
      return retried > 0 ? plural(retried, willBeSent) : text.nothingSent
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rule border-b py-2">
      <div className="min-w-0 grow basis-80">
        <p>
          <span className="font-semibold">{text.filters.failure.values[failure]}</span> · {plural(mails, countedMails)}{' '}
          · <Link to={`${staffPaths.mails}?search=${id}`}>{text.showOnly}</Link>
        </p>
        <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">
          <bdi dir="ltr">{answer}</bdi>
        </p>
      </div>
      {canRetry > 0 ? (
        <Button look="secondary" size="small" busy={busy} onClick={again}>
          {plural(canRetry, retryAll)}
        </Button>
      ) : (
        <p className="max-w-[34ch] text-ink-2 text-sm">{text.notAgain}</p>
      )}
    </li>
  )
}
