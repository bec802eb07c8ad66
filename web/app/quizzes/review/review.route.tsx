import { useSession } from '~/session/student/session-store'
import { accountMeta } from '~/shared/pages/account-meta'
import { reviewText } from './review.he'
import { ReviewScreen } from './review-screen'

export const meta = accountMeta(reviewText.title)

/** The person's review deck. */
export default function ReviewRoute() {
  const session = useSession()
  return session.status === 'student' ? <ReviewScreen key={session.userId} userId={session.userId} /> : null
}
