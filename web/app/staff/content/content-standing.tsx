import { formatShortMoment } from '~/shared/formats/dates'
import { contentText as text } from './content.he'
import type { ContentRecord } from './content.rules'

/** When a record is shown and hidden by itself, and why that failed. */
export function ContentMoments({ record: { publishAt, unpublishAt, scheduleFailure } }: { record: ContentRecord }) {
  return (
    <>
      {publishAt && <p className="mt-1 text-sm">{text.willPublish(formatShortMoment(publishAt))}</p>}
      {unpublishAt && <p className="mt-1 text-sm">{text.willHide(formatShortMoment(unpublishAt))}</p>}
      {scheduleFailure && <p className="mt-2 text-red text-sm">{text.scheduleFailed}</p>}
    </>
  )
}

/** What is missing before a record can be published; a line leads to its field. */
export function ContentGaps({ problems }: Pick<ContentRecord, 'problems'>) {
  return (
    <>
      <h3 className="mt-4 font-sans font-semibold text-base">{text.missing}</h3>
      {problems.length === 0 ? (
        <p className="text-ink-2">{text.nothingMissing}</p>
      ) : (
        <ul className="mt-1 grid gap-1">
          {problems.map(({ code, field, can_waive }) => (
            <li key={`${code} ${field}`} className={can_waive ? 'text-saffron-ink' : 'text-red'}>
              {field ? (
                <button
                  type="button"
                  className="text-link min-h-8"
                  onClick={() => document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()}
                >
                  {can_waive ? text.gaps[code] : `${text.labels[field]}: ${text.problems[code]}`}
                </button>
              ) : (
                text.gaps[code]
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
