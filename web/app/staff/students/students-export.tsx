import type { Cell, ExportColumn } from '~/staff/list-export/cells.rules'
import { ExportButton } from '~/staff/list-export/export-button'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { type ListedStudent, openStudentsExport, readStudentsExport } from './students.calls'
import { studentsText as text } from './students.he'
import { studentsAsked } from './students.rules'

const moment = (iso: string | null): Cell => (iso ? new Date(iso) : null)
const VALUES: Record<keyof typeof text.columns, Omit<ExportColumn<ListedStudent>, 'title'>> = {
  name: { width: 24, value: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  email: { width: 22, value: ({ emailMasked }) => emailMasked },
  phone: { width: 16, value: ({ phoneMasked }) => phoneMasked },
  state: { width: 14, value: ({ state }) => text.states[state] },
  completed: { width: 16, value: ({ completedLessons }) => completedLessons },
  last_watched: { width: 18, value: ({ lastWatched }) => moment(lastWatched) },
  last_login_at: { width: 18, value: ({ lastLoginAt }) => moment(lastLoginAt) },
  created_at: { width: 18, value: ({ createdAt }) => moment(createdAt) },
  marketing: { width: 10, value: ({ marketing }) => (marketing ? text.yes : text.no) },
  tags: { width: 24, value: ({ tags }) => tags.join(', ') },
}

/** The columns that the list shows, as columns of a file. */
function columnsOf(chosen: readonly string[]): ExportColumn<ListedStudent>[] {
  const ids = Object.keys(VALUES) as (keyof typeof VALUES)[]
  return ids
    .filter((id) => chosen.length === 0 || chosen.includes(id))
    .map((id) => ({ title: text.columns[id], ...VALUES[id] }))
}

/** Takes along the students that the list finds, masked as it shows them. */
export function StudentsExport({ address }: { address: ListAddress }) {
  return (
    <ExportButton
      title={text.title}
      fileName="students"
      columns={columnsOf(address.columns)}
      source={{ open: (format) => openStudentsExport(studentsAsked(address), format), read: readStudentsExport }}
    />
  )
}
