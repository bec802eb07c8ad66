import { useCourseTests } from './course-tests.calls'
import { mineText as text } from './mine.he'
import { QuizLinks } from './quiz-links'

/** The knowledge tests beside a lesson: those of the lesson first, then those of its course. Nothing where there are none. */
export function CourseTests({ courseId, lessonId }: { courseId: string; lessonId: string }) {
  const { data } = useCourseTests(courseId)
  // Who is in the middle of the course is past the test before it.
  const quizzes =
    data?.filter((quiz) => quiz.purpose === 'test' && (quiz.lessonId === null || quiz.lessonId === lessonId)) ?? []
  if (quizzes.length === 0) return null
  return (
    <section aria-labelledby="course-tests" className="px-3 pt-6">
      <h3 id="course-tests" className="border-ink border-b pb-2 text-base">
        {text.courseTests}
      </h3>
      <QuizLinks courseId={courseId} quizzes={quizzes.toSorted(ofLessonFirst)} />
    </section>
  )
}

const ofLessonFirst = (one: { lessonId: string | null }, other: { lessonId: string | null }) =>
  Number(one.lessonId === null) - Number(other.lessonId === null)
