import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { bookmarkOf } from '~/catalog/bookmarks/course-bookmark'
import { CategoryView } from '~/catalog/categories/category-view'
import { CourseGrid } from '~/catalog/courses/course-grid'
import type { OpenedCourse } from '~/catalog/courses/courses.calls'
import { LessonPreview } from '~/course/lesson/lesson-preview'
import { CoursePanel } from '~/course/panel/course-panel'
import { Lecturer } from '~/course/panel/lecturer'
import { QuizPreview } from '~/quizzes/preview/quiz-preview'
import { paths } from '~/shared/config/paths'
import { formatShortMoment } from '~/shared/formats/dates'
import { Button, buttonClass } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import { Failed } from '~/shared/ui/section'
import { ArticleView } from '~/site/news/article-view'
import { type Preview, previewQuery } from './preview.calls'
import { previewText as text } from './preview.he'

const NOTHING: ReadonlySet<string> = new Set()

/** The draft that the link of this address shows, under a line that says so. */
export function PreviewScreen() {
  const token = useLocation().hash.slice(1)
  const { data: preview, isPending, isError, refetch } = useQuery(previewQuery(token))
  if (isPending) return <Loading />
  if (isError && !preview)
    return (
      <div className="wrap pt-14">
        <Failed text={text.failed} onRetry={() => void refetch()} />
      </div>
    )
  if (!preview)
    return (
      <MessagePage title={text.over}>
        <p>{text.overLead}</p>
        <p className="text-ink-2">{text.overCut}</p>
        <Link to={paths.home} className={`justify-self-start ${buttonClass('secondary')}`}>
          {text.home}
        </Link>
      </MessagePage>
    )
  return (
    <>
      <section aria-label={text.title} className="border-saffron border-b-4 bg-saffron-wash">
        <p className="wrap py-3">
          <strong>{text.bar}</strong>
          <span className="block text-saffron-ink text-sm">{text.until(formatShortMoment(preview.expiresAt))}</span>
          {preview.kind === 'quiz' && <span className="block text-saffron-ink text-sm">{text.notKept}</span>}
        </p>
      </section>
      <Previewed token={token} preview={preview} />
    </>
  )
}

function Previewed({ token, preview }: { token: string; preview: Preview }) {
  switch (preview.kind) {
    case 'category':
      return <CategoryView {...preview.page} />
    case 'course':
      return <PreviewedCourse opened={preview.opened} />
    case 'lesson':
      return <LessonPreview token={token} {...preview} />
    case 'article':
      return <ArticleView article={preview.article} />
    case 'quiz':
      return <QuizPreview token={token} quiz={preview.quiz} />
    case 'author':
      return (
        <div className="wrap py-14">
          <Lecturer author={preview.author} />
          <p className="mt-5 max-w-[62ch] whitespace-pre-line text-ink-2">{preview.about}</p>
        </div>
      )
  }
}

/** The card of a course as it stands in lists, and its panel over it. */
function PreviewedCourse({ opened: { course, lessons, quizzes } }: { opened: OpenedCourse }) {
  const [open, setOpen] = useState(true)
  return (
    <div className="wrap py-14">
      <CourseGrid courses={[course]} bookmarkOf={bookmarkOf} headingLevel="h2" eagerImages />
      <Button look="secondary" size="small" className="mt-8" onClick={() => setOpen(true)}>
        {text.openPanel}
      </Button>
      {open && (
        <CoursePanel
          courseId={course.id}
          state={{ status: 'ready', course, lessons, quizzes }}
          completedLessonIds={NOTHING}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
