import { useId, useRef } from 'react'
import type { Attachment } from '~/course/lesson/lesson.rules'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { Spinner } from '~/shared/ui/spinner'
import { kindAndSize } from './lesson-file.rules'
import { filesText as text } from './lesson-files.he'
import { useFileDownload } from './use-file-download'

/** Files that belong to a lesson, each with its kind and size, to be taken along with one press. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const title = useId()
  return (
    <section aria-labelledby={title} className="mt-8 max-w-[62ch]">
      <h2 id={title} className="mb-3 text-xl">
        {text.title}
      </h2>
      <ul className="divide-y divide-rule border-rule border-y">
        {attachments.map((attachment) => (
          <AttachmentLine key={attachment.path} {...attachment} />
        ))}
      </ul>
    </section>
  )
}

function AttachmentLine(file: Attachment) {
  const button = useRef<HTMLButtonElement>(null)
  const [state, take] = useFileDownload(file)
  const isBusy = state === 'busy'
  const isBroken = state === 'refused' || state === 'failed'
  return (
    <li>
      <button
        ref={button}
        type="button"
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => void take()}
        className="group -mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 py-2 text-start focus-visible:-outline-offset-3 scroll-mt-[calc(var(--lesson-stuck)+var(--lesson-names)-80px)]"
      >
        <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-green-wash text-green-ink">
          {isBusy ? <Spinner /> : <Icon name="download" />}
        </span>
        <span className="sr-only">{text.take}</span>
        <Bidi className="min-w-0 grow font-semibold text-green-ink [overflow-wrap:anywhere] group-hover:underline group-hover:underline-offset-5">
          {file.title}
        </Bidi>
        <bdi dir="ltr" className="shrink-0 text-ink-2 text-sm tabular-nums">
          {kindAndSize(file)}
        </bdi>
      </button>
      <p role="status" className="ps-13 pb-3 text-ink-2 text-sm empty:hidden">
        {isBusy && text.busy}
        {state === 'begun' && text.begun}
      </p>
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1 ps-13 pb-3 empty:hidden">
        {isBroken && <p className="grow basis-56 text-red text-sm">{text[state]}</p>}
        {state === 'failed' && (
          <Button
            look="secondary"
            size="small"
            onClick={() => {
              // This button goes with the message; whoever pressed it stays at the file.
              button.current?.focus()
              void take()
            }}
          >
            {text.retry}
          </Button>
        )}
      </div>
    </li>
  )
}
