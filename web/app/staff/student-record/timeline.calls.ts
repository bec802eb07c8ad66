import { infiniteQueryOptions } from '@tanstack/react-query'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

/** One thing that happened in an account; `detail` is there only while the record is open where it is personal. */
export type TimelineLine = {
  at: string
  key: string
  kind: string
  what: string
  title: string | null
  detail: string | null
  actor: string | null
}

type Place = { at: string; key: string }
type TimelineAnswer = { rows: TimelineLine[]; size: number }

async function fetchTimeline(studentId: string, kind: string | undefined, after: Place | undefined) {
  const query = { ...(kind && { kinds: [kind] }), ...(after && { after }) }
  const call = callAboutStudent('student_timeline', { student_id: studentId, query }, LIST_LOADING_TIMEOUT)
  const { rows, size } = (await call) as TimelineAnswer
  const lines = rows.slice(0, size)
  const last = lines.at(-1)
  return { lines, next: rows.length > size && last ? { at: last.at, key: last.key } : undefined }
}

/** What happened in an account, newest first, of one kind or of all. */
export const timelineQuery = (studentId: string, kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['staff', 'student-timeline', studentId, kind],
    queryFn: ({ pageParam }) => fetchTimeline(studentId, kind, pageParam),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: ({ next }) => next,
  })
