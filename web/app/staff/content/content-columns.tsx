import { clsx } from 'clsx'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Badge } from '~/shared/ui/badge'
import { Bidi } from '~/shared/ui/bidi'
import { FactValue } from '~/staff/finance-facts/fact-value'
import { listColumns } from '~/staff/list/data-list'
import { type ContentKind, contentPath } from '~/staff/shared/content-kinds.rules'
import type { ListedContent } from './content.calls'
import { type ContentState, hasTags } from './content.rules'
import { contentListText as text } from './content-list.he'
import { OrderCell } from './order-cell'

const column = listColumns<ListedContent>()

const COLOURS: Record<ContentState, string> = {
  published: 'bg-green',
  changed: 'bg-saffron',
  draft: 'bg-rule-2',
  scheduled: 'bg-ink-3',
  trash: 'bg-red',
}

/** The course of a test, which leads to its tests in their order. */
function CourseOfQuiz({ course }: Pick<ListedContent, 'course'>) {
  if (!course) return null
  return (
    <Link
      to={staffPaths.courseQuizzes(course.id)}
      aria-label={text.quizzesOf(course.title)}
      className="text-ink-3 text-xs no-underline hover:underline"
    >
      <Bidi>{course.title}</Bidi>
    </Link>
  )
}

/** What a list of content can show; rows can be moved while they stand in the order that visitors see. */
export const contentColumns = (kind: ContentKind, parent: string | undefined, isOrdered: boolean) => [
  column.display({
    id: 'title',
    header: text.columns.title,
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2">
        <Link to={contentPath(kind, original.id, parent)} className="font-semibold">
          <Bidi>{original.title}</Bidi>
        </Link>
        {original.isFeatured && <Badge tone="saffron">{text.featured}</Badge>}
        {kind === 'fact' && <FactValue id={original.id} />}
        {kind === 'quiz' && <CourseOfQuiz course={original.course} />}
        {original.slug && (
          <bdi dir="ltr" className="text-ink-3 text-xs">
            {original.slug}
          </bdi>
        )}
      </span>
    ),
  }),
  ...(hasTags(kind)
    ? [
        column.display({
          id: 'tags',
          header: text.columns.tags,
          cell: ({ row }) => <Bidi>{row.original.tags.join(', ')}</Bidi>,
        }),
      ]
    : []),
  column.display({
    id: 'state',
    header: text.columns.state,
    cell: ({ row }) => <StateMark state={row.original.state} />,
  }),
  column.display({
    id: 'edited_at',
    header: text.columns.edited_at,
    cell: ({ row: { original } }) => (
      <span className="text-ink-2">
        <span className="tabular-nums">{formatShortMoment(original.editedAt)}</span>
        {original.editedBy && (
          <>
            {' · '}
            <Bidi>{original.editedBy}</Bidi>
          </>
        )}
      </span>
    ),
  }),
  ...(isOrdered
    ? [
        column.display({
          id: 'place',
          header: text.columns.place,
          cell: ({ row, table }) => (
            <OrderCell
              kind={kind}
              record={row.original}
              parent={parent}
              rows={table.getRowModel().rows.map(({ original }) => original)}
            />
          ),
        }),
      ]
    : []),
]

/** How a record stands, in a word with its colour. */
export function StateMark({ state }: { state: ContentState }) {
  return (
    <span>
      <span aria-hidden="true" className={clsx('me-2 inline-block size-2 rounded-full', COLOURS[state])} />
      {text.states[state]}
    </span>
  )
}
