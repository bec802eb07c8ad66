import { paths } from '~/shared/config/paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Section } from '~/shared/ui/section'
import type { StudentRecord } from './student.calls'
import { studentText as text } from './student.he'

/** To which words the student of an opened record agreed, and when. */
export function StudentAgreements({ agreements }: Pick<StudentRecord, 'agreements'>) {
  return (
    <Section id="student-agreements" title={text.agreements}>
      {agreements.length === 0 && <p className="py-4 text-ink-2">{text.noAgreements}</p>}
      <ul>
        {agreements.map(({ purpose, at, version, textHash }) => (
          <li
            key={`${purpose} ${at}`}
            className="grid min-h-[42px] gap-x-4 border-rule border-b py-2.5 md:grid-cols-[190px_1fr]"
          >
            <time dateTime={at} className="text-ink-2">
              {formatShortMoment(at)}
            </time>
            <div className="min-w-0">
              <p>
                <span className="font-semibold">{text.agreedTo[purpose]}</span>
                {' · '}
                {version === null ? (
                  text.noVersion
                ) : (
                  <a href={`${paths[purpose]}?version=${version}`} className="text-link">
                    {text.agreedVersion(version)}
                  </a>
                )}
              </p>
              {textHash && (
                <p className="text-ink-3 text-xs">
                  {text.agreedHash}:{' '}
                  <code dir="ltr" className="break-all">
                    {textHash}
                  </code>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
