import { useQuery } from '@tanstack/react-query'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { findCourse, type OpenedCourse } from './courses.calls'

/** The course for the screen that shows it, fetched in the browser unless the page brought it along; null when there is none. */
export function useOpenedCourse(courseId: string, rendered: OpenedCourse | undefined) {
  return useQuery({
    queryKey: ['course', courseId],
    queryFn: async () => {
      const { opened, error } = await findCourse(browserSupabase(), courseId)
      if (error) throw new Error(error)
      return opened
    },
    initialData: rendered,
    staleTime: 300_000,
  })
}
