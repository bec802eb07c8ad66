import { Link } from 'react-router'
import { formatDay } from '~/shared/formats/dates'
import { TextDifference } from '~/site/difference/text-difference'
import type { PendingText } from './agreement.calls'
import { agreementText as text } from './agreement.he'

/** One text: what changed in a few sentences, then word by word, and the way to the whole of it. */
export function PendingTextPart({ one }: { one: PendingText }) {
  const { slug, title, version, effectiveAt, body, agreedTo, changes } = one
  return (
    <section aria-labelledby={slug} className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={slug} className="text-2xl">
          {title}
        </h2>
        <Link to={`/${slug}`} target="_blank" rel="noreferrer" className="text-link">
          {text.whole}
          <span className="sr-only">
            {' '}
            {title} {text.newTab}
          </span>
        </Link>
      </div>
      <p className="mt-1 text-ink-2 text-sm">{text.version(version, formatDay(effectiveAt))}</p>
      {changes.length > 0 && (
        <div className="mt-4 border-green border-s-4 ps-4">
          <h3 className="font-sans font-semibold text-base">{text.changes}</h3>
          {changes.map((change) => (
            <p key={change.version} className="mt-1 [overflow-wrap:anywhere]">
              {change.summary}
            </p>
          ))}
        </div>
      )}
      {agreedTo && (
        <details open className="mt-4 rounded-card border border-rule bg-card px-5">
          <summary className="min-h-11 cursor-pointer py-3 font-semibold marker:text-ink-3">{text.difference}</summary>
          <div className="pb-5">
            <TextDifference before={agreedTo} after={body} />
          </div>
        </details>
      )}
    </section>
  )
}
