import { type CourseSums, courseProgress } from './progress.rules'

/** A course that the person has begun, as the dashboard lists it. */
export type MyCourse = {
  courseId: string
  titleHe: string
  categoryName: string | null
  thumbnailUrl: string | null
  lessonCount: number
  completedLessons: number
  /** 0 to 100 [9-39]; falls when lessons are added to a completed course. */
  percent: number
  lastWatched: string | null
  isStarted: boolean
  /** [4-51]; stays true when lessons are added, becomes false when the course is started anew. */
  isCompleted: boolean
  /** ISO time of the first completion; stays also when the course is started anew. */
  completedAt: string | null
  /** Lessons that were published after the first completion and are not completed; 0 in a course never completed. */
  newLessons: number
}

/** What the database sums up of a started course. */
export type MyCourseSums = CourseSums & Pick<MyCourse, 'courseId' | 'titleHe' | 'categoryName' | 'thumbnailUrl'>

/** A started course as the dashboard lists it [7-16]. */
export function myCourse({ publishedSeconds, watchedSeconds, ...sums }: MyCourseSums): MyCourse {
  const progress = courseProgress({ ...sums, publishedSeconds, watchedSeconds })
  return {
    ...sums,
    percent: progress.progressPercentage,
    isStarted: progress.isStarted,
    isCompleted: progress.isCompleted,
  }
}
