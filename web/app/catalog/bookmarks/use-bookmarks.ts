import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '~/session/student/session-store'
import { putNewer } from '~/shared/client/put-newer'
import { paths } from '~/shared/config/paths'
import { toast } from '~/shared/ui/toast'
import { AlreadyBookmarkedError, addBookmark, type Bookmark, fetchBookmarks, removeBookmark } from './bookmarks.calls'
import { bookmarkText } from './bookmarks.he'

const keyOf = (userId: string | undefined) => ['bookmarks', userId] as const

function useUserId(): string | undefined {
  const session = useSession()
  return session.status === 'student' ? session.userId : undefined
}

/** The student's saved courses, newest first; one request however many cards ask. */
export function useBookmarks() {
  const userId = useUserId()
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => fetchBookmarks(userId ?? ''),
    enabled: userId !== undefined,
  })
}

/**
 * Whether a course is saved and a way to change that: shown at once, taken back when the server refuses
 * ([4-52], [8-32] to [8-35]). Busy until it is known who asks and what is saved already.
 */
export function useBookmarkToggle(courseId: string, title: string) {
  const userId = useUserId()
  const isKnown = useSession().status !== 'unknown'
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { data, isLoading } = useBookmarks()
  const isBookmarked = data?.some((bookmark) => bookmark.courseId === courseId) ?? false
  const key = keyOf(userId)

  const show = (add: boolean) =>
    putNewer<Bookmark[]>(queryClient, key, (list = []) => {
      const isThere = list.some((bookmark) => bookmark.courseId === courseId)
      if (!add) return list.filter((bookmark) => bookmark.courseId !== courseId)
      return isThere ? list : [placeholder(courseId, title), ...list]
    })
  const change = useMutation({
    mutationFn: async ({ add, as }: { add: boolean; as: string }) => {
      await (add ? addBookmark(as, courseId) : removeBookmark(as, courseId))
    },
    onMutate: async ({ add }) => {
      await queryClient.cancelQueries({ queryKey: key })
      const before = queryClient.getQueryData<Bookmark[]>(key)
      show(add)
      return { before }
    },
    onSuccess: (_, { add }) => {
      show(add)
      void toast.success(add ? bookmarkText.saved : bookmarkText.removed)
    },
    onError: (error, { add }, context) => {
      if (error instanceof AlreadyBookmarkedError) {
        void toast.info(bookmarkText.alreadySaved)
        return
      }
      if (context?.before) putNewer<Bookmark[]>(queryClient, key, context.before)
      else void queryClient.resetQueries({ queryKey: key })
      void toast.error(add ? bookmarkText.saveFailed : bookmarkText.removeFailed)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })

  const signIn = () => void navigate(paths.login, { state: { from: `${pathname}${search}` } })
  const toggle = () => {
    if (userId) change.mutate({ add: !isBookmarked, as: userId })
    else void toast.error(bookmarkText.mustLogIn, { label: bookmarkText.logIn, onClick: signIn })
  }
  return { isBookmarked, busy: change.isPending || isLoading || !isKnown, toggle }
}

/** Stands in the list until the server has answered. */
const placeholder = (courseId: string, titleHe: string): Bookmark => ({
  id: `new-${courseId}`,
  courseId,
  titleHe,
  createdAt: new Date().toISOString(),
  categoryName: null,
  thumbnailUrl: null,
})
