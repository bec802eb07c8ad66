import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PRIVACY_CHOICES, paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { Failed } from '~/shared/ui/section'
import { consentsKey } from './consent-keys'
import { LoadingRows } from './loading-rows'
import { MarketingConsent } from './marketing-consent'
import { type ConsentLine, fetchConsents } from './my-consents.calls'
import { consentsText as text } from './my-data.he'

/** What the student has agreed to, and where each of it can be changed. */
export function ConsentList({ userId }: { userId: string }) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: consentsKey(userId),
    queryFn: () => fetchConsents(userId),
  })
  if (isPending) return <LoadingRows count={4} />
  if (isError) return <Failed text={text.failed} onRetry={() => void refetch()} />
  return (
    <>
      <ul>
        <Condition name={text.purposes.terms} line={data.terms} path={paths.terms} agreed={text.agreedPluralOn} />
        <Condition name={text.purposes.privacy} line={data.privacy} path={paths.privacy} agreed={text.agreedOn} />
        <li className="border-rule border-b py-4">
          <MarketingConsent userId={userId} consents={data} />
        </li>
        <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-rule border-b py-4">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-semibold">{text.cookiesName}</p>
            <p className="text-ink-2 text-sm">{text.cookiesAbout}</p>
          </div>
          <Link to={PRIVACY_CHOICES} preventScrollReset replace className="text-link">
            {text.cookiesChange}
          </Link>
        </li>
      </ul>
      <p className="pt-3 text-ink-2 text-sm">{text.conditions}</p>
    </>
  )
}

type ConditionProps = {
  name: string
  line: ConsentLine | null
  path: string
  agreed: (day: string) => string
}

function Condition({ name, line, path, agreed }: ConditionProps) {
  const version = line?.version ?? null
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-rule border-b py-4">
      <div>
        <p className="font-semibold">{name}</p>
        <p className="text-ink-2 text-sm">
          {line ? agreed(formatDay(line.occurredAt)) : text.noRecord}
          {version !== null && ` · ${text.version(version)}`}
        </p>
      </div>
      <Link to={version === null ? path : `${path}?version=${version}`} className="text-link">
        {text.readVersion}
        <span className="sr-only">: {name}</span>
      </Link>
    </li>
  )
}
