import { accountMeta } from '~/shared/pages/account-meta'
import { staffDenial } from '~/staff/entry/staff.rules'
import { useMember } from '~/staff/shell/use-member'
import { mediaText } from './media.he'
import { MediaScreen } from './media-screen'

export const meta = accountMeta(mediaText.title)

const LESSON_WRITERS = ['courses.manage', 'lessons.manage']

export default function MediaPage() {
  const member = useMember()
  return <MediaScreen ofLessons={staffDenial(member.role, { anyPermission: LESSON_WRITERS }) === null} />
}
