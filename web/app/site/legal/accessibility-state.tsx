import { plural } from '~/shared/formats/plural'
import type { AccessibilityCounts } from './accessibility-state.calls'
import { accessibilityStateText as text } from './accessibility-state.he'

/** What is made for those who do not hear or see, and what is still missing, as it is counted now. */
export function AccessibilityState({ state }: { state: AccessibilityCounts }) {
  const { lessons, captioned, transcribed, silent, articles } = state
  const missing = [
    state.pictures_without_words > 0 && plural(state.pictures_without_words, text.pictures),
    state.headings_out_of_order > 0 && plural(state.headings_out_of_order, text.headings),
  ].filter((words) => words !== false)
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
          <p className="mt-2">{silent > 0 ? `${plural(silent, text.silent)}.` : text.noneSilent}</p>
        </>
      )}
      {articles > 0 && (
        <p className="mt-2">
          {plural(articles, text.articles)}:{' '}
          {missing.length > 0 ? missing.map((words) => `${words}.`).join(' ') : text.articlesWhole}
        </p>
      )}
    </section>
  )
}
