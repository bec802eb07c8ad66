import { createContext, useContext } from 'react'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { readingText as text } from './reading-page.he'
import { factsOf, footnotesOf, type RichNode, type RichTextDocument } from './rich-text.rules'

/** The footnotes of the text around, in their order. */
export const Footnotes = createContext<readonly RichNode[]>([])

/** The number of a footnote where it stands; it leads to its words at the end. */
export function FootnoteMark({ node }: { node: RichNode }) {
  const number = useContext(Footnotes).indexOf(node) + 1
  return (
    <sup>
      <a
        id={`footnote-mark-${number}`}
        href={`#footnote-${number}`}
        aria-label={text.footnote(number)}
        className="text-link px-1"
      >
        {number}
      </a>
    </sup>
  )
}

/** What stands under a text: its footnotes, and the facts that it names with their source and day. */
export function RichNotes({ document }: { document: RichTextDocument }) {
  const notes = footnotesOf(document)
  const facts = factsOf(document)
  return (
    <>
      {notes.length > 0 && (
        <section aria-labelledby="footnotes" className="mt-10 border-rule border-t pt-4 text-ink-2 text-sm">
          <h2 id="footnotes" className="text-base">
            {text.footnotes}
          </h2>
          <ol className="mt-2 list-decimal space-y-1.5 ps-6">
            {notes.map(({ attrs }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a footnote is its number
              <li key={index} id={`footnote-${index + 1}`}>
                {attrs?.text}{' '}
                <a
                  href={`#footnote-mark-${index + 1}`}
                  aria-label={text.backToText(index + 1)}
                  className="text-link px-1"
                >
                  ↑
                </a>
              </li>
            ))}
          </ol>
        </section>
      )}
      {facts.length > 0 && (
        <section aria-labelledby="facts" className="mt-8 border-rule border-t pt-4 text-ink-2 text-sm">
          <h2 id="facts" className="text-base">
            {text.facts}
          </h2>
          <ul className="mt-2 space-y-1.5">
            {facts.map(({ id, says, source, checked_on }) => (
              <li key={id}>
                <strong className="font-semibold text-ink">
                  <Bidi>{says}</Bidi>
                </strong>
                {source && <span className="ms-2">{source}</span>}
                {checked_on && <span className="ms-2">{text.checked(formatDay(checked_on))}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
