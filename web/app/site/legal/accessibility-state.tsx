import { type PluralForms, plural } from '~/shared/formats/plural'
import type { AccessibilityCounts } from './accessibility-state.calls'
import { accessibilityStateText as text } from './accessibility-state.he'

/** What is missing, and how much of it was published so with a reason; nothing where nothing is. */
function missingWords(missing: number, waived: number, words: PluralForms): string {
  if (missing === 0) return ''
  return [`${plural(missing, words)}.`, waived > 0 && text.waived(waived)].filter(Boolean).join(' ')
}

/** What is made for those who do not hear or see, and what is still missing, as it is counted now. */
export function AccessibilityState({ state }: { state: AccessibilityCounts }) {
  const { lessons, captioned, transcribed, silent, articles } = state
  const missing = [
    missingWords(state.pictures_without_words, state.pictures_waived, text.pictures),
    missingWords(state.headings_out_of_order, state.headings_waived, text.headings),
  ].filter((words) => words !== '')
  return (
    <section aria-labelledby="accessibility-state" className="mt-5 border-rule border-t pt-4">
      <h2 id="accessibility-state" className="font-semibold">
        {text.title}
      </h2>
      {lessons > 0 && (
        <>
          <p className="mt-2">{plural(lessons, text.lessons)}</p>
          <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <dt>{text.captioned}</dt>
            <dd>{captioned}</dd>
            <dt>{text.transcribed}</dt>
            <dd>{transcribed}</dd>
          </dl>
          <p className="mt-2">{missingWords(silent, state.silent_waived, text.silent) || text.noneSilent}</p>
        </>
      )}
      {articles > 0 && (
        <p className="mt-2">
          {plural(articles, text.articles)}: {missing.length > 0 ? missing.join(' ') : text.articlesWhole}
        </p>
      )}
    </section>
  )
}
