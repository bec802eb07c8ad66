import { Fragment } from 'react'

/** Words that a maqaf joins. */
const JOINED = /(\S+־\S+)/

/** A sentence in which no line ends inside words that a maqaf joins, such as 'ביום־יום'. */
export function Unbroken({ children }: { children: string }) {
  return children.split(JOINED).map((piece, index) =>
    JOINED.test(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never move
      <span key={index} className="whitespace-nowrap">
        {piece}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never move
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}
