import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { listColumns } from '~/staff/list/data-list'
import { StudentStateMark } from './student-state-mark'
import type { ListedStudent } from './students.calls'
import { studentsText as text } from './students.he'

const column = listColumns<ListedStudent>()
/** What the list of students can show. */
export const STUDENT_COLUMNS = [
  column.display({ id: 'name', header: text.columns.name, cell: ({ row }) => <Name student={row.original} /> }),
  column.display({
    id: 'email',
    header: text.columns.email,
    cell: ({ row }) => <bdi dir="ltr">{row.original.emailMasked}</bdi>,
  }),
  column.display({
    id: 'phone',
    header: text.columns.phone,
    cell: ({ row: { original } }) =>
      original.phoneMasked ? (
        <bdi dir="ltr">{original.phoneMasked}</bdi>
      ) : (
        <span className="text-ink-3">{text.phoneMissing}</span>
      ),
  }),
  column.display({
    id: 'state',
    header: text.columns.state,
    cell: ({ row }) => <StudentStateMark state={row.original.state} />,
  }),
  column.display({
    id: 'completed',
    header: text.columns.completed,
    cell: ({ row: { original } }) =>
      original.startedLessons > 0 ? text.lessons(original.completedLessons, original.startedLessons) : text.never,
  }),
  column.display({
    id: 'last_watched',
    header: text.columns.last_watched,
    cell: ({ row }) => day(row.original.lastWatched),
  }),
  column.display({
    id: 'last_login_at',
    header: text.columns.last_login_at,
    cell: ({ row }) => day(row.original.lastLoginAt),
  }),
  column.display({
    id: 'created_at',
    header: text.columns.created_at,
    cell: ({ row }) => day(row.original.createdAt),
  }),
  column.display({
    id: 'marketing',
    header: text.columns.marketing,
    cell: ({ row }) => (row.original.marketing ? text.yes : text.no),
  }),
  column.display({
    id: 'tags',
    header: text.columns.tags,
    cell: ({ row }) => <Bidi>{row.original.tags.join(', ')}</Bidi>,
  }),
]

const day = (iso: string | null) => (iso ? formatDay(iso) : text.never)

function Name({ student: { id, firstName, lastName } }: { student: ListedStudent }) {
  return (
    <Link to={staffPaths.student(id)} className="font-semibold no-underline hover:underline hover:underline-offset-4">
      <Bidi>{`${firstName} ${lastName}`.trim() || text.nameless}</Bidi>
    </Link>
  )
}
