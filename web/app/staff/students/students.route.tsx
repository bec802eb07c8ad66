import { accountMeta } from '~/shared/pages/account-meta'
import { studentsText } from './students.he'
import { StudentsScreen } from './students-screen'

export const meta = accountMeta(studentsText.title)

export default function Students() {
  return <StudentsScreen />
}
