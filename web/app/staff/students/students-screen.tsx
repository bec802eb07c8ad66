import { ListFrame } from '~/staff/list/list-frame'
import { STUDENT_COLUMNS } from './student-columns'
import { studentsQuery } from './students.calls'
import { countedStudents, studentsText as text } from './students.he'
import { STUDENT_LIST, studentsAsked } from './students.rules'

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
}

/** Students in a list: found, filtered and sorted, with addresses and phones masked ([2.12-05], [6-14]). */
export function StudentsScreen() {
  return (
    <ListFrame
      words={WORDS}
      shape={STUDENT_LIST}
      query={(address) => studentsQuery(studentsAsked(address))}
      columns={STUDENT_COLUMNS}
      sorts={SORTS}
      filters={FILTERS}
    />
  )
}
