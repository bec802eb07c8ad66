import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { type FactCorrection, type FactUse, factUsesQuery } from './finance-facts.calls'
import { financeFactsText as text } from './finance-facts.he'

/** The texts that name a fact, and what it said before. */
export function FactUses({ id }: { id: string }) {
  const { data, isPending, isError, refetch } = useQuery(factUsesQuery(id))
  return (
    <>
      <section aria-labelledby="uses" className="border-ink border-t pt-4 pb-6">
        <h2 id="uses" className="text-lg">
          {text.uses}
        </h2>
        <p className="mt-1 text-ink-2">{text.usesLead}</p>
        {isPending && <Loading />}
        {isError && <Failed text={text.usesFailed} onRetry={() => void refetch()} />}
        {data && data.uses.length === 0 && <p className="mt-3 text-ink-2">{text.noUses}</p>}
        {data && <UseList uses={data.uses} />}
      </section>
      <section aria-labelledby="corrections" className="border-ink border-t pt-4 pb-6">
        <h2 id="corrections" className="text-lg">
          {text.corrections}
        </h2>
        <p className="mt-1 text-ink-2">{text.correctionsLead}</p>
        {data && data.corrections.length === 0 && <p className="mt-3 text-ink-2">{text.noCorrections}</p>}
        {data && <CorrectionList corrections={data.corrections} />}
      </section>
    </>
  )
}

function UseList({ uses }: { uses: FactUse[] }) {
  return (
    <ul className="mt-3">
      {uses.map((use) => (
        <li
          key={use.id}
          className="flex min-h-[42px] items-center justify-between gap-4 border-rule border-t first:border-t-0"
        >
          <Link
            to={`${use.kind === 'news' ? staffPaths.news : staffPaths.essays}/${use.id}`}
            className="inline-flex min-h-11 items-center font-semibold"
          >
            <Bidi>{use.title}</Bidi>
          </Link>
          <span className="text-ink-2 text-sm">{placeOf(use)}</span>
        </li>
      ))}
    </ul>
  )
}

function placeOf({ isShown, inText, inDraft }: FactUse): string {
  if (!isShown) return text.hidden
  if (!inText) return text.draftOnly
  return inDraft ? text.shown : text.textOnly
}

function CorrectionList({ corrections }: { corrections: FactCorrection[] }) {
  return (
    <ol className="mt-3">
      {corrections.map(({ id, before, after, reason, at }) => (
        <li
          key={id}
          className="grid gap-x-4 gap-y-1 border-rule border-t py-3 first:border-t-0 md:grid-cols-[11rem_1fr]"
        >
          <p className="text-ink-2 text-sm">{formatDay(at)}</p>
          <div className="min-w-0">
            <p>
              <span className="text-ink-2">{text.was}</span> <Bidi>{before}</Bidi>{' '}
              <span className="text-ink-2">{text.became}</span> <Bidi className="font-semibold">{after}</Bidi>
            </p>
            {reason && (
              <p className="text-ink-2">
                <Bidi>{reason}</Bidi>
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
