import type { ReactNode } from 'react'
import { readingText } from './reading-page.he'
import { RichText } from './rich-text'
import { type ContentsEntry, contentsOf, type RichTextDocument } from './rich-text.rules'

type ReadingPageProps = {
  document: RichTextDocument
  /** What stands beside the text where there is room, and under it where there is not: days, sources, ways on. */
  aside: ReactNode
}

/**
 * A text to be read: under its title, and on wide screens in the middle of the page, between its table of contents and
 * what there is to know about it.
 */
export function ReadingPage({ document, aside }: ReadingPageProps) {
  const contents = contentsOf(document)
  return (
    <div className="grid grid-cols-[minmax(0,62ch)] gap-x-12 border-ink border-t pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,62ch)_minmax(0,1fr)] lg:pt-12">
      <div>
        {contents.length > 0 && (
          <>
            <details className="mb-8 rounded-control border border-rule bg-card px-5 lg:hidden">
              <summary className="py-3 font-semibold marker:text-ink-3">{readingText.contents}</summary>
              <Contents entries={contents} className="pb-3" />
            </details>
            <div className="hidden lg:sticky lg:top-28 lg:block">
              <p className="border-ink border-b pb-2 font-bold font-serif text-lg">{readingText.contents}</p>
              <Contents entries={contents} />
            </div>
          </>
        )}
      </div>
      <RichText document={document} />
      <aside className="mt-10 border-rule border-t pt-5 text-ink-2 text-sm lg:mt-0 lg:border-t-0 lg:pt-0">
        {aside}
      </aside>
    </div>
  )
}

function Contents({ entries, className }: { entries: ContentsEntry[]; className?: string }) {
  return (
    <nav aria-label={readingText.contents} className={className}>
      <ol>
        {entries.map(({ anchor, title }) => (
          <li key={anchor} className="border-rule border-b last:border-b-0">
            <a
              href={`#${anchor}`}
              className="flex min-h-11 items-center py-1.5 text-ink-2 text-sm leading-snug no-underline hover:text-green-ink hover:underline hover:underline-offset-4"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
