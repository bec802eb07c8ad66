import { authors } from './authors.ts'
import { isolate } from './bidi.ts'
import { categories } from './categories.ts'
import { chaptersOf } from './chapters.ts'
import { lessonFiles, placeOf } from './files.ts'
import { captionsOf, type Film, films, placesOf, transcriptOf } from './films.ts'
import { idOf } from './id.ts'
import type { Course, CourseSource, Lesson, LessonContent } from './types.ts'

const IMAGES = '/storage/v1/object/public/images'

const found = <T>(thing: T | undefined, what: string): T => {
  if (thing === undefined) throw new Error(`the content names ${what}, which does not exist`)
  return thing
}

const filmOf = (key: string): Film =>
  found(
    films.find((film) => film.key === key),
    `film ${key}`,
  )

const secondsOf = (course: CourseSource, lesson: CourseSource['lessons'][number]): number =>
  lesson.vimeo?.seconds ?? filmOf(`${course.key}/${lesson.key}`).seconds

const attachmentOf = (key: string): LessonContent['attachments'][number] => {
  const file = found(
    lessonFiles.find((one) => one.key === key),
    `file ${key}`,
  )
  return { title: file.title, path: placeOf(file).path, bytes: file.bytes }
}

/** The sum of the lessons in whole minutes, rounded up. */
const minutesOf = (source: CourseSource): number =>
  Math.ceil(source.lessons.reduce((sum, lesson) => sum + secondsOf(source, lesson), 0) / 60)

/**
 * The row of a course.
 * @param order its place in the catalogue, from 1
 */
export function courseRow(source: CourseSource, categorySlug: string, order: number): Course {
  const author = found(
    authors.find(({ slug }) => slug === source.author),
    `author ${source.author}`,
  )
  const category = found(
    categories.find(({ slug }) => slug === categorySlug),
    `category ${categorySlug}`,
  )
  const published = source.published ?? true
  return {
    id: idOf('courses', source.key),
    title_he: source.title,
    description_he: source.description,
    category_id: category.id,
    ...(source.defaultDuration ? {} : { duration_minutes: minutesOf(source) }),
    thumbnail_url: `${IMAGES}/courses/${source.key}.webp`,
    author_id: author.id,
    author_name: author.name_he,
    author_image_url: author.image_url,
    author_expertise_areas: author.expertise_areas,
    order_index: order,
    is_published: published,
    status: published ? 'published' : 'draft',
    level: source.level,
    created_at: `${source.createdOn}T07:00:00.000Z`,
  }
}

/** The public rows of a course's lessons, in order. */
export function lessonRows(source: CourseSource): Lesson[] {
  return source.lessons.map((lesson, index) => ({
    id: idOf('lessons', `${source.key}/${lesson.key}`),
    course_id: idOf('courses', source.key),
    title_he: lesson.title,
    description_he: lesson.description,
    duration_seconds: secondsOf(source, lesson),
    order_index: index + 1,
    is_published: lesson.published ?? true,
  }))
}

type Watched = Omit<LessonContent, 'lesson_id' | 'summary_he' | 'attachments'>

const watched = (key: string): Watched => {
  const film = filmOf(key)
  const { video, poster, previews } = placesOf(key)
  return {
    provider: 'file',
    video_ref: video,
    poster_url: `${IMAGES}/${poster}`,
    previews_url: `${IMAGES}/${previews}`,
    captions: captionsOf(film),
    transcript: transcriptOf(film),
    chapters: chaptersOf(key),
  }
}

const outside = (number: string): Watched => ({
  provider: 'vimeo',
  video_ref: number,
  poster_url: null,
  previews_url: null,
  captions: [],
  transcript: [],
  chapters: [],
})

/**
 * What the students of a course see behind the lessons' titles.
 * @param summaries the summary of every lesson under `course/lesson`
 */
export function contentRows(source: CourseSource, summaries: Record<string, string>): LessonContent[] {
  return source.lessons.map((lesson) => {
    const key = `${source.key}/${lesson.key}`
    return {
      lesson_id: idOf('lessons', key),
      ...(lesson.vimeo ? outside(lesson.vimeo.number) : watched(key)),
      summary_he: isolate(found(summaries[key], `summary ${key}`)),
      attachments: (lesson.files ?? []).map(attachmentOf),
    }
  })
}
