import { useMutation } from '@tanstack/react-query'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { sendTestMail, type TestMailReport } from './test-mail.calls'
import { testMailText as text } from './test-mail.he'

/** A mail to oneself, and what the mail server said to it [2.12-10]. */
export function TestMail() {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: sendTestMail })
  return (
    <section aria-labelledby="section-mail" className="border-ink border-t pt-4 pb-6">
      <h2 id="section-mail" tabIndex={-1} className="scroll-mt-6 text-lg">
        {text.title}
      </h2>
      <p className="mt-1 mb-4 max-w-[60ch] text-ink-2">{text.lead}</p>
      <Button look="secondary" size="small" type="button" busy={isPending} onClick={() => mutate()}>
        {isPending ? text.sending : text.send}
      </Button>
      <div aria-live="polite" className="mt-4 empty:hidden">
        {error && !isPending && (
          <Alert tone="error">{toAppError(error).code === 'TOO_MANY_REQUESTS' ? text.limit : text.failed}</Alert>
        )}
        {data && !isPending && !error && <Report report={data} />}
      </div>
    </section>
  )
}

const SECONDS = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 1 })

function Report({ report: { outcome, recipient, lines, milliseconds } }: { report: TestMailReport }) {
  return (
    <>
      <Alert tone={outcome === 'taken' ? 'success' : 'error'}>{text.outcomes[outcome]}</Alert>
      <p className="mt-3 text-ink-2">
        {text.to} <bdi dir="ltr">{recipient}</bdi> · {text.took(SECONDS.format(milliseconds / 1000))}
      </p>
      <h3 className="mt-4 mb-2 font-semibold text-base">{text.dialogue}</h3>
      {lines.length === 0 ? (
        <p className="text-ink-2">{text.noDialogue}</p>
      ) : (
        <ol dir="ltr" className="overflow-x-auto border-rule border-y font-mono text-sm">
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
            <li key={at} className="grid grid-cols-[6.5rem_1fr] gap-3 border-rule border-b py-1 last:border-b-0">
              <Bidi className={line.from === 'client' ? 'font-sans text-ink-3' : 'font-sans text-green-ink'}>
                {text[line.from]}
              </Bidi>
              <code className="whitespace-pre-wrap break-all">{line.text}</code>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
