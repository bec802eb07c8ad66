import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { TextDifference } from '~/site/difference/text-difference'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { writeRich } from '~/staff/editor/rich-values.rules'
import { legalBodyQuery } from './legal-texts.calls'
import { legalTextsText as text } from './legal-texts.he'
import { DRAFT, firstComparison, type LegalRecord } from './legal-texts.rules'

type LegalComparisonProps = {
  record: LegalRecord
  /** The draft as it stands in the editor. */
  draft: string
}

/** What differs between any two versions, or between one and the draft. */
export function LegalComparison({ record, draft }: LegalComparisonProps) {
  const isDrafted = !record.gaps.includes('UNCHANGED')
  const [chosen, setChosen] = useState<[string, string]>()
  const [from, to] = chosen ?? firstComparison(record, isDrafted)
  const before = useSide(record, from, draft)
  const after = useSide(record, to, draft)
  const failed = [before, after].find(({ isError }) => isError)
  return (
    <section aria-labelledby="difference" className="mt-4 border-ink border-t pt-4">
      <h2 id="difference" className="text-lg">
        {text.compare}
      </h2>
      <div className="mt-2 mb-4 flex flex-wrap gap-4">
        <Side label={text.compareFrom} record={record} value={from} onChosen={(side) => setChosen([side, to])} />
        <Side label={text.compareTo} record={record} value={to} onChosen={(side) => setChosen([from, side])} />
      </div>
      {failed && <Failed text={text.compareFailed} onRetry={failed.retry} />}
      {before.document && after.document ? (
        <TextDifference before={before.document} after={after.document} />
      ) : (
        !failed && <Loading />
      )}
    </section>
  )
}

const EMPTY: RichTextDocument = { type: 'doc', content: [] }

/** The text of a side: the draft, a version, or nothing where there is none yet. */
function useSide({ versions }: LegalRecord, side: string, draft: string) {
  const later = useDeferredValue(draft || writeRich(null))
  const written = useMemo(() => JSON.parse(later) as RichTextDocument, [later])
  const id = versions.find(({ version }) => String(version) === side)?.id
  const { data, isError, refetch } = useQuery({ ...legalBodyQuery(id ?? ''), enabled: id !== undefined })
  const document = side === DRAFT ? written : id === undefined ? EMPTY : data
  return { document, isError, retry: () => void refetch() }
}

type SideProps = { label: string; record: LegalRecord; value: string; onChosen: (side: string) => void }

function Side({ label, record, value, onChosen }: SideProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="me-2 font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChosen(target.value)}
        className="min-h-11 max-w-full rounded-control border border-field bg-card px-3"
      >
        <option value={DRAFT}>{text.draft}</option>
        {record.versions.map(({ version }) => (
          <option key={version} value={String(version)}>
            {text.version(version)}
          </option>
        ))}
      </select>
    </div>
  )
}
