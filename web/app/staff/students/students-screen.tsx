import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay } from '~/shared/formats/dates'
import { ListFrame } from '~/staff/list/list-frame'
import { useListAddress } from '~/staff/list/use-list-address'
import type { ListChoice } from '~/staff/list-selection/list-choice-bar'
import { useMay } from '~/staff/shared/use-may'
import { StudentBulk } from './student-bulk'
import { STUDENT_COLUMNS } from './student-columns'
import { studentTagsQuery } from './student-tags.calls'
import { chooseStudents, type ListedStudent, studentsQuery } from './students.calls'
import { countedStudents, studentsText as text } from './students.he'
import { readDays, STUDENT_LIST, studentsAsked } from './students.rules'
import { StudentsExport } from './students-export'

const { name, created_at, last_login_at } = text.columns
const WORDS = { ...text, counted: countedStudents }
const SORTS = {
  name: { title: name, begins: 'asc' },
  created_at: { title: created_at, begins: 'desc' },
  last_login_at: { title: last_login_at, begins: 'desc' },
} as const
const FILTERS = {
  state: { ...text.filters.state, values: text.states },
  phone: text.filters.phone,
  mailing: text.filters.mailing,
  absent: text.filters.absent,
  stage: text.filters.stage,
}
const CHOICE: ListChoice<ListedStudent> = {
  nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() || text.nameless,
  all: (address) => chooseStudents(studentsAsked(address)),
  Actions: StudentBulk,
}

const daysOf = ({ first, last }: { first: string; last: string }) =>
  first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`

function rangeFilter(name: 'registered' | 'learned', days: string | undefined) {
  const range = readDays(days)
  return days && range && { [name]: { ...text.filters[name], values: { [days]: daysOf(range) } } }
}

/** Students in a list: found, filtered and sorted, with addresses and phones masked ([2.12-05], [6-14]). */
export function StudentsScreen() {
  const mayChange = useMay('set_students_active', 'change_student_tag')
  const { data: known = [] } = useQuery(studentTagsQuery())
  const { tag, registered, learned } = useListAddress(STUDENT_LIST).address.filters
  // A tag of the address stays choosable when nobody has it any more.
  const tags = [...new Set([...known, ...(tag ? [tag] : [])])]
  const filters = {
    ...FILTERS,
    ...(tags.length > 0 && {
      tag: { ...text.filters.tag, values: Object.fromEntries(tags.map((name) => [name, name])) },
    }),
    // Days come from a figure of the analytics; here they can only be let go.
    ...rangeFilter('registered', registered),
    ...rangeFilter('learned', learned),
  }
  return (
    <ListFrame
      words={WORDS}
      shape={STUDENT_LIST}
      query={(address) => studentsQuery(studentsAsked(address))}
      columns={STUDENT_COLUMNS}
      sorts={SORTS}
      filters={filters}
      actions={(address) => (
        <>
          <Link to={staffPaths.accessRequests} className="text-link">
            {text.accessRequests}
          </Link>
          <StudentsExport address={address} />
        </>
      )}
      views="students"
      choice={mayChange ? CHOICE : undefined}
    />
  )
}
