import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { readingText as text } from './reading-page.he'
import { RichFormula } from './rich-formula'
import { FootnoteMark, Footnotes, RichNotes } from './rich-notes'
import { RichPicture } from './rich-picture'
import {
  anchorOf,
  type CalloutTone,
  footnotesOf,
  isOutside,
  type RichAttrs,
  type RichMark,
  type RichNode,
  type RichTextDocument,
  safeAddress,
} from './rich-text.rules'

/** A rich text as React elements. Kinds of nodes that are not known show what is inside them. */
export function RichText({ document }: { document: RichTextDocument }) {
  return (
    <Footnotes value={footnotesOf(document)}>
      <div className="max-w-[62ch] *:first:mt-0">
        {childrenOf(document)}
        <RichNotes document={document} />
      </div>
    </Footnotes>
  )
}

const childrenOf = ({ content = [] }: { content?: RichNode[] }): ReactNode =>
  content.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no other identity and never move
    <Fragment key={index}>{elementOf(node)}</Fragment>
  ))

function elementOf(node: RichNode): ReactNode {
  const children = childrenOf(node)
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce(withMark, node.text ?? '')
    case 'paragraph':
      return <p className="my-4">{formulaAlone(node) ?? children}</p>
    case 'heading':
      return node.attrs?.level === 3 ? (
        <h3 className="mt-8 mb-3 text-lg">{children}</h3>
      ) : (
        <h2 id={anchorOf(node)} className="mt-10 mb-3 text-xl md:text-2xl">
          {children}
        </h2>
      )
    case 'bulletList':
      return <ul className="my-4 list-disc space-y-1 ps-6 marker:text-green [&_p]:my-0">{children}</ul>
    case 'orderedList':
      return (
        <ol start={node.attrs?.start} className="my-4 list-decimal space-y-1 ps-6 marker:text-ink-3 [&_p]:my-0">
          {children}
        </ol>
      )
    case 'listItem':
      return <li>{children}</li>
    case 'blockquote':
      return <blockquote className="my-6 border-green border-s-4 ps-5 text-ink-2">{children}</blockquote>
    case 'horizontalRule':
      return <hr className="my-8 border-rule" />
    case 'table':
      return <RichTable node={node} />
    case 'tableRow':
      return <tr className="border-rule border-b">{children}</tr>
    case 'tableHeader':
      return (
        <th scope="col" className="px-3 py-2 text-start font-semibold [&_p]:my-0">
          {children}
        </th>
      )
    case 'tableCell':
      return <td className="px-3 py-2 align-top [&_p]:my-0">{children}</td>
    case 'hardBreak':
      return <br />
    case 'picture':
      return <RichPicture {...node.attrs} />
    case 'callout':
      return <Callout tone={node.attrs?.tone ?? 'note'}>{children}</Callout>
    case 'footnote':
      return <FootnoteMark node={node} />
    case 'fact':
      return (node.marks ?? []).reduce(withMark, <Bidi>{node.attrs?.says}</Bidi>)
    case 'formula':
      return <RichFormula text={node.attrs?.text} />
    case 'courseCard':
      return <CourseCardLink {...node.attrs} />
    default:
      return children
  }
}

/** A formula that is all a paragraph says has its line to itself. */
function formulaAlone({ content = [] }: RichNode): ReactNode {
  const [only, more] = content
  return only?.type === 'formula' && !more ? <RichFormula text={only.attrs?.text} isBlock /> : undefined
}

const TONES = {
  note: 'border-green bg-green-wash',
  warning: 'border-red bg-red-wash',
  example: 'border-saffron bg-saffron-wash',
} as const

/** A box beside the run of the text. */
function Callout({ tone, children }: { tone: CalloutTone; children: ReactNode }) {
  return (
    <aside aria-label={text.callouts[tone]} className={`my-6 rounded-card border-s-4 px-5 py-3 ${TONES[tone]}`}>
      <p className="font-semibold text-sm">{text.callouts[tone]}</p>
      <div className="[&_p]:my-2">{children}</div>
    </aside>
  )
}

/** A course that a text leads to. */
function CourseCardLink({ id = '', title }: RichAttrs) {
  return (
    <p className="my-6">
      <Link
        to={paths.course(id)}
        className="block rounded-card border border-rule-2 bg-card px-5 py-4 no-underline hover:border-green"
      >
        <span className="block text-ink-2 text-sm">{text.course}</span>
        <span className="block font-bold font-serif text-lg">{title}</span>
      </Link>
    </p>
  )
}

/** The first row is the head when all its cells are; wide tables scroll by themselves. */
function RichTable({ node: { content: rows = [] } }: { node: RichNode }) {
  const hasHead = rows[0]?.content?.every(({ type }) => type === 'tableHeader') ?? false
  return (
    <div className="my-6 overflow-x-auto">
      <table className="w-full border-ink border-t text-sm">
        {hasHead && <thead>{childrenOf({ content: rows.slice(0, 1) })}</thead>}
        <tbody>{childrenOf({ content: hasHead ? rows.slice(1) : rows })}</tbody>
      </table>
    </div>
  )
}

function withMark(inside: ReactNode, mark: RichMark): ReactNode {
  if (mark.type === 'bold') return <strong className="font-bold">{inside}</strong>
  if (mark.type === 'italic') return <em>{inside}</em>
  if (mark.type === 'code')
    return (
      <Bidi as="code" className="rounded bg-rule px-1 text-[0.9em]">
        {inside}
      </Bidi>
    )
  const address = mark.type === 'link' ? safeAddress(mark.attrs.href) : null
  if (!address) return inside
  return isOutside(address) || !address.startsWith('/') ? (
    <a
      href={address}
      className="text-link"
      {...(isOutside(address) ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {inside}
    </a>
  ) : (
    <Link to={address} className="text-link">
      {inside}
    </Link>
  )
}
