import { useQuery } from '@tanstack/react-query'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { reachCount, audienceText as text } from './audience.he'
import { type Audience, isWhole } from './audience.rules'
import { audienceQuery } from './campaigns.calls'
import { type CampaignKind, reasonLabel } from './campaigns.rules'

/** How many get it now, why the others do not, and ten of those who do. */
export function AudienceCount({ audience, kind }: { audience: Audience; kind: CampaignKind }) {
  const { data, isError, isFetching } = useQuery({ ...audienceQuery(audience, kind), enabled: isWhole(audience) })
  const left = Object.entries(data?.leftOut ?? {})
  return (
    <div className="mt-4 rounded-control border border-rule bg-card px-4 py-3">
      <p role="status" className="font-semibold">
        {isError && text.countFailed}
        {!isError && !data && text.counting}
        {!isError && data && (data.total === 0 ? text.nobody : plural(data.reached, reachCount))}
        {!isError && data && isFetching && <span className="ms-2 font-normal text-ink-3">{text.counting}</span>}
      </p>
      {left.length > 0 && (
        <p className="mt-1 text-ink-2 text-sm">
          {text.leftOut}:{' '}
          {left.map(([reason, people]) => `${reasonLabel(reason)} (${people.toLocaleString()})`).join(', ')}
        </p>
      )}
      {data && data.samples.length > 0 && (
        <div className="mt-2 text-ink-2 text-sm">
          <p>{text.samples}:</p>
          <ul className="flex flex-wrap gap-x-5">
            {data.samples.map(({ id, name, email }) => (
              <li key={id} className="max-w-full [overflow-wrap:anywhere]">
                <Bidi>{name}</Bidi> <bdi dir="ltr">{email}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
