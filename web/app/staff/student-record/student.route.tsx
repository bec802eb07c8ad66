import { useParams } from 'react-router'
import { accountMeta } from '~/shared/pages/account-meta'
import { studentText } from './student.he'
import { StudentScreen } from './student-screen'

export const meta = accountMeta(studentText.title)

export default function Student() {
  const { studentId = '' } = useParams()
  return <StudentScreen key={studentId} studentId={studentId} />
}
