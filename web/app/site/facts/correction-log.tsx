import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { factsText as text } from './facts.he'
import type { Correction } from './facts.rules'

/** Every value that was another one before, the newest first. */
export function CorrectionLog({ corrections }: { corrections: Correction[] }) {
  return (
    <section aria-labelledby="corrections">
      <h2 id="corrections" className="border-ink border-b pb-2 text-xl md:text-2xl">
        {text.corrections}
      </h2>
      <p className="mt-3 text-ink-2">{corrections.length > 0 ? text.correctionsLead : text.noCorrections}</p>
      <ol>
        {corrections.map(({ id, nameHe, before, after, reasonHe, at }) => (
          <li key={id} className="grid gap-x-8 gap-y-1 border-rule border-b py-4 md:grid-cols-[11rem_minmax(0,1fr)]">
            <p className="text-ink-2 text-sm">{at && <time dateTime={at}>{formatDay(at)}</time>}</p>
            <div>
              <p>
                <Bidi className="font-semibold">{nameHe}</Bidi>: {text.was} <Bidi>{before}</Bidi>, {text.became}{' '}
                <Bidi>{after}</Bidi>
              </p>
              {reasonHe && <p className="text-ink-2 text-sm">{reasonHe}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
