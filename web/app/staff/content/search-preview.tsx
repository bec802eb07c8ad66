import { clsx } from 'clsx'
import { useSite } from '~/shared/pages/site-of'
import type { FormValues } from '~/staff/form/versions.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { searchPreviewText as text } from './search-preview.he'
import { lengthVerdict, SEARCH_LENGTHS, searchEntry, shortened } from './search-preview.rules'

type SearchPreviewProps = { kind: ContentKind; id: string; values: FormValues }

/** A record as results of a search will show it, with how its title and description fit there. */
export function SearchPreview({ kind, id, values }: SearchPreviewProps) {
  const { name } = useSite()
  const entry = searchEntry(kind, id, values)
  if (!entry) return null
  const title = `${entry.title} · ${name}`
  return (
    <details className="border-rule border-t pt-3">
      <summary className="cursor-pointer font-semibold">{text.title}</summary>
      <p className="mt-2 text-ink-2 text-sm">{text.lead}</p>
      <div className="mt-3 max-w-[600px] rounded-card border border-rule bg-card p-4">
        <bdi dir="ltr" className="block text-end text-ink-2 text-sm [overflow-wrap:anywhere]">
          {typeof window === 'undefined' ? '' : window.location.host}
          {entry.path}
        </bdi>
        <p className="mt-1 text-green-ink text-xl [overflow-wrap:anywhere]">
          {shortened(title, SEARCH_LENGTHS.title.most)}
        </p>
        {entry.description && (
          <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
            {shortened(entry.description, SEARCH_LENGTHS.description.most)}
          </p>
        )}
      </div>
      <Meter name={text.titleLength} words={title} lengths={SEARCH_LENGTHS.title} />
      <Meter name={text.descriptionLength} words={entry.description} lengths={SEARCH_LENGTHS.description} />
    </details>
  )
}

type MeterProps = { name: string; words: string; lengths: { least: number; most: number } }

/** How long a text is beside the room that it has. */
function Meter({ name, words, lengths }: MeterProps) {
  const length = [...words].length
  const verdict = lengthVerdict(words, lengths)
  return (
    <p className="mt-3 flex max-w-[600px] flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-semibold">{name}</span>
      <span className="tabular-nums">{text.of(length, lengths.most)}</span>
      <span className="text-ink-2">{text.verdicts[verdict]}</span>
      <span aria-hidden="true" className="h-1.5 basis-full overflow-hidden rounded-full bg-rule">
        <span
          style={{ inlineSize: `${Math.min(100, (length / lengths.most) * 100)}%` }}
          className={clsx('block h-full', verdict === 'fits' ? 'bg-green' : 'bg-saffron')}
        />
      </span>
    </p>
  )
}
