import { useSession } from '~/session/student/session-store'
import { accountMeta } from '~/shared/pages/account-meta'
import { notesPageText } from './notes-page.he'
import { NotesScreen } from './notes-screen'

export const meta = accountMeta(notesPageText.title)

export default function Notes() {
  const session = useSession()
  return session.status === 'student' ? <NotesScreen userId={session.userId} /> : null
}
