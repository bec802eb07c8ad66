import { useDeferredValue, useId, useMemo } from 'react'
import { RichText } from '~/site/rich-text/rich-text'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { legalTextsText as text } from './legal-texts.he'

/** The text that is being written, as its page will show it. */
export function LegalPreview({ body }: { body: string }) {
  const id = useId()
  const later = useDeferredValue(body)
  const document = useMemo(() => JSON.parse(later) as RichTextDocument, [later])
  return (
    <section aria-labelledby={id} className="flex min-h-0 flex-col">
      <h2 id={id} className="mb-1 font-sans font-semibold text-base">
        {text.preview}
      </h2>
      <div className="relative grow">
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          className="max-h-[32rem] overflow-y-auto rounded-control border border-rule bg-card px-6 py-5 xl:absolute xl:inset-0 xl:max-h-none"
        >
          <RichText document={document} />
        </div>
      </div>
    </section>
  )
}
