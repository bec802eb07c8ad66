import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay, formatShortMoment } from '~/shared/formats/dates'
import { Badge } from '~/shared/ui/badge'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { type ListedLegal, legalTextsQuery } from './legal-texts.calls'
import { legalTextsText as text } from './legal-texts.he'

/** The legal texts: what is in force, what waits for its day, and what is written [2.12-17]. */
export function LegalListScreen() {
  const { data, isPending, isError, refetch } = useQuery(legalTextsQuery())
  return (
    <>
      <header className="pt-8 pb-5">
        <h1 className="text-2xl">{text.title}</h1>
        <p className="mt-1 max-w-[70ch] text-ink-2">{text.lead}</p>
      </header>
      {isPending && <Loading />}
      {isError && !data && <Failed text={text.listFailed} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="border-ink border-t py-6 text-ink-2">{text.listEmpty}</p>}
      {data && data.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse">
            <thead>
              <tr className="border-ink border-b text-start text-ink-2 text-xs">
                {Object.values(text.columns).map((column) => (
                  <th key={column} scope="col" className="py-2 pe-4 text-start font-semibold">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <LegalRow key={row.slug} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function LegalRow({ row }: { row: ListedLegal }) {
  return (
    <tr className="h-[42px] border-rule border-b align-baseline">
      <th scope="row" className="py-2.5 pe-4 text-start font-normal">
        <Link to={staffPaths.legalText(row.slug)} className="font-semibold">
          {row.title}
        </Link>
      </th>
      <td className="py-2.5 pe-4">
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {row.version !== null && row.effectiveAt ? text.inForce(row.version, formatDay(row.effectiveAt)) : text.none}
          {row.awaitsReview && <Badge tone="saffron">{text.awaitsReview}</Badge>}
          {row.coming && (
            <Badge tone="green">{text.coming(row.coming.version, formatShortMoment(row.coming.at))}</Badge>
          )}
        </span>
      </td>
      <td className="py-2.5 text-ink-2">
        {row.isDrafted && row.editedAt ? (
          <Bidi>{[formatShortMoment(row.editedAt), row.editedBy].filter(Boolean).join(' · ')}</Bidi>
        ) : (
          text.notDrafted
        )}
      </td>
    </tr>
  )
}
