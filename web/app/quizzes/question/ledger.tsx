import { QuizText } from './quiz-text'

/** Facts of an exercise, line by line. */
export function Ledger({ label, lines }: { label: string; lines: readonly { name: string; value: string }[] }) {
  return (
    <dl aria-label={label} className="mb-7 max-w-[520px] border-ink border-t">
      {lines.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-6 border-rule border-b py-2">
          <dt>
            <QuizText text={name} />
          </dt>
          <dd>
            <bdi dir={/\p{Script=Hebrew}/u.test(value) ? undefined : 'ltr'} className="font-semibold">
              {value}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
