import { Link } from 'react-router'
import { catalogText } from '~/catalog/courses/catalog.he'
import { CoursePicture } from '~/catalog/courses/course-picture'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Empty, Failed, LoadingLines, Section } from '~/shared/ui/section'
import { BookmarkToggle } from './bookmark-toggle'
import type { Bookmark } from './bookmarks.calls'
import { bookmarkText } from './bookmarks.he'
import { useBookmarks } from './use-bookmarks'

/** The saved courses, newest first [7-18]. */
export function BookmarkList() {
  const { data: bookmarks = [], isPending, isError, refetch } = useBookmarks()
  return (
    <Section id="bookmarks" title={bookmarkText.title}>
      {isPending && <LoadingLines count={2} />}
      {isError && <Failed text={bookmarkText.failed} onRetry={() => void refetch()} />}
      {!isPending && !isError && bookmarks.length === 0 && (
        <Empty text={bookmarkText.empty}>
          <Link to={paths.courses} className={buttonClass('secondary')}>
            {common.allCourses}
          </Link>
        </Empty>
      )}
      <ul>
        {bookmarks.map((bookmark) => (
          <Line key={bookmark.courseId} bookmark={bookmark} />
        ))}
      </ul>
    </Section>
  )
}

function Line({ bookmark: { courseId, titleHe, categoryName, thumbnailUrl } }: { bookmark: Bookmark }) {
  return (
    <li className="flex items-center gap-4 border-b border-rule py-4">
      <CoursePicture url={thumbnailUrl} />
      <div className="min-w-0 grow">
        <Link
          to={paths.course(courseId)}
          className="font-serif text-lg leading-tight font-bold no-underline hover:underline"
        >
          <bdi>{titleHe}</bdi>
        </Link>
        <p className="mt-1 text-sm text-ink-2">{categoryName ?? catalogText.generalCategory}</p>
      </div>
      <BookmarkToggle courseId={courseId} title={titleHe} />
    </li>
  )
}
