import type { Ref } from 'react'
import { formText as text } from './form.he'

type FormSummaryProps = {
  /** Takes the focus after an attempt that failed. */
  ref: Ref<HTMLElement>
  /** Every field that is wrong: its name, its label, and what is wrong. */
  problems: { name: string; label: string; message: string }[]
  onChosen: (name: string) => void
}

/** What keeps a form from being saved, in the order of its fields; each line leads to its field. */
export function FormSummary({ ref, problems, onChosen }: FormSummaryProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={text.summaryTitle}
      className="rounded-control border-red border-s-4 bg-red-wash px-4 py-3 text-red"
    >
      <p className="font-semibold">{text.summaryTitle}</p>
      <ul>
        {problems.map(({ name, label, message }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChosen(name)}
              className="inline-flex min-h-9 flex-wrap items-center gap-x-2 text-start hover:underline hover:underline-offset-4"
            >
              <span className="font-semibold underline underline-offset-4">{label}</span>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
