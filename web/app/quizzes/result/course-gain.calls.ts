import { useQuery } from '@tanstack/react-query'
import { useSession } from '~/session/student/session-store'
import { callFunction } from '~/shared/client/call-function'
import { PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'

/** Percent before a course and in its tests; `gain` is the share of what was not known before, null where nothing was gained. */
type Gain = { before: number | null; after: number | null; gain: number | null }

/** What the person has learnt in a course, as far as it was measured. */
export function useCourseGain(courseId: string) {
  const session = useSession()
  const userId = session.status === 'student' ? session.userId : undefined
  return useQuery({
    queryKey: ['course-gain', userId, courseId],
    enabled: userId !== undefined,
    queryFn: async () => (await callFunction('my_course_gain', { course: courseId }, PROGRESS_LOADING_TIMEOUT)) as Gain,
  })
}
