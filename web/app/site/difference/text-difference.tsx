import { clsx } from 'clsx'
import { useMemo } from 'react'
import { plural } from '~/shared/formats/plural'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { differenceText as text } from './difference.he'
import { type DifferenceLine, type DifferencePart, type DifferenceRun, differenceOf } from './difference.rules'

/** So few lines that stayed are read along. */
const FEW_LINES = 2

type TextDifferenceProps = { before: RichTextDocument; after: RichTextDocument }

/** What differs between two texts, word by word; what stayed is folded away. */
export function TextDifference({ before, after }: TextDifferenceProps) {
  const runs = useMemo(() => differenceOf(before, after), [before, after])
  if (!runs.some(({ isChanged }) => isChanged)) return <p className="text-ink-2">{text.none}</p>
  return (
    <div className="max-w-[70ch] [overflow-wrap:anywhere]">
      <p className="text-ink-2 text-sm">{text.legend}</p>
      {runs.map((run, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a difference have no other identity and never move
        <Run key={place} run={run} />
      ))}
    </div>
  )
}

function Run({ run: { isChanged, lines } }: { run: DifferenceRun }) {
  if (isChanged || lines.length <= FEW_LINES) return <Lines lines={lines} />
  return (
    <details className="my-3 border-rule border-y">
      <summary className="min-h-11 cursor-pointer py-2.5 text-ink-2 text-sm marker:text-ink-3">
        {plural(lines.length, text.unchanged)}
      </summary>
      <Lines lines={lines} />
    </details>
  )
}

const Lines = ({ lines }: { lines: DifferenceLine[] }) =>
  lines.map(({ isHeading, parts }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <p key={place} className={clsx('my-2.5', isHeading && 'mt-5 font-bold font-serif text-lg')}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Part key={index} part={part} />
      ))}
    </p>
  ))

function Part({ part: { kind, words } }: { part: DifferencePart }) {
  if (kind === 'same') return `${words} `
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <>
      <Mark className={kind === 'added' ? 'bg-green-wash text-green-ink' : 'bg-red-wash text-red'}>
        <span className="sr-only">{text[kind]} </span>
        {words}
        <span className="sr-only"> {text.end}</span>
      </Mark>{' '}
    </>
  )
}
