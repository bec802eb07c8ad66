import { Suspense, useSyncExternalStore } from 'react'
import type { Course } from '~/catalog/courses/catalog.rules'
import { lazyPart } from '~/shared/browser/lazy-part'
import { BookmarkButton } from './bookmark-button'

const Toggle = lazyPart(async () => {
  const [{ BookmarkToggle }, { Queries }] = await Promise.all([
    import('./bookmark-toggle'),
    import('~/shared/client/queries'),
  ])
  return (props: BookmarkProps) => (
    <Queries>
      <BookmarkToggle {...props} />
    </Queries>
  )
})

type BookmarkProps = { courseId: string; title: string; className?: string }

const never = () => () => undefined

/** The bookmark of a course; until its code has come, and on the server, a button of the same shape that waits. */
export function CourseBookmark(props: BookmarkProps) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const waiting = <BookmarkButton {...props} isBookmarked={false} busy onToggle={() => undefined} />
  return inBrowser ? (
    <Suspense fallback={waiting}>
      <Toggle {...props} />
    </Suspense>
  ) : (
    waiting
  )
}

/** The bookmark for the corner of a card. */
export const bookmarkOf = ({ id, titleHe }: Course) => <CourseBookmark courseId={id} title={titleHe} />
