import { Link, useOutletContext } from 'react-router'
import { dashboardText } from '~/account/dashboard/dashboard.he'
import { Figures, MyCourses } from '~/account/dashboard/my-courses'
import { CoursePicture } from '~/catalog/courses/course-picture'
import { staffPaths } from '~/shared/config/staff-paths'
import { Bidi } from '~/shared/ui/bidi'
import { Section } from '~/shared/ui/section'
import type { ViewedBookmark } from './viewing.calls'
import { viewingText as text } from './viewing.he'
import type { ViewingPageContext } from './viewing-frame'

/** The dashboard of the viewed student; its links stay inside of the viewing. */
export function ViewedDashboard() {
  const { firstName, courses, bookmarks } = useOutletContext<ViewingPageContext>().viewing
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <h1 className="text-3xl">
          <Bidi>{text.dashboardOf(firstName)}</Bidi>
        </h1>
        {courses.length > 0 && <Figures courses={courses} />}
      </header>
      <Section id="my-courses" title={dashboardText.coursesTitle}>
        {courses.length === 0 && <p className="py-6 text-ink-2">{dashboardText.coursesEmpty}</p>}
        <MyCourses courses={courses} pathOf={staffPaths.viewedCourse} />
      </Section>
      <Section id="bookmarks" title={text.bookmarks}>
        {bookmarks.length === 0 && <p className="py-6 text-ink-2">{text.noBookmarks}</p>}
        <ul>
          {bookmarks.map((bookmark) => (
            <Bookmarked key={bookmark.id} bookmark={bookmark} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function Bookmarked({ bookmark: { courseId, title, category, picture } }: { bookmark: ViewedBookmark }) {
  return (
    <li className="border-rule border-b">
      <Link to={staffPaths.viewedCourse(courseId)} className="flex items-center gap-4 py-4 no-underline hover:bg-card">
        <CoursePicture url={picture} />
        <span className="min-w-0">
          <Bidi className="font-bold font-serif text-lg leading-tight">{title}</Bidi>
          {category && <span className="mt-1 block text-ink-2 text-sm">{category}</span>}
        </span>
      </Link>
    </li>
  )
}
