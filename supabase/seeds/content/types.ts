import type { PublishedQuiz } from './quizzes/index.ts'

/** Row shapes of the demo content: the same names and units as the tables they are written to. */

export type Category = {
  id: string
  name_he: string
  description_he: string
  slug: string
  order_index: number
  is_active: boolean
  is_featured: boolean
}

export type Author = {
  id: string
  name_he: string
  slug: string
  image_url: string
  expertise_areas: string[]
  bio_he: string
}

export type Course = {
  id: string
  title_he: string
  description_he: string
  category_id: string
  /** Left out where the table's default of 60 should hold [9-29]. */
  duration_minutes?: number
  thumbnail_url: string
  author_id: string
  author_name: string
  author_image_url: string
  author_expertise_areas: string[]
  order_index: number
  is_published: boolean
  status: 'draft' | 'published'
  level: string | null
  created_at: string
}

export type Lesson = {
  id: string
  course_id: string
  title_he: string
  description_he: string
  duration_seconds: number
  order_index: number
  is_published: boolean
}

export type Caption = { lang: string; label: string; vtt: string }
export type TranscriptCue = { start: number; end: number; text: string }
/** It lasts until the next one begins. */
export type Chapter = { start: number; title: string }
/** A chapter as it is written by hand: the spoken line with which it begins, counted from 0, and its title. */
export type ChapterSource = [line: number, title: string]
/** `path` is a place in the bucket lesson-files. */
type Attachment = { title: string; path: string; bytes: number }

export type LessonContent = {
  lesson_id: string
  provider: 'file' | 'vimeo'
  /** A storage path in the bucket lesson-videos, or a Vimeo number, with the code of an unlisted video behind it. */
  video_ref: string
  poster_url: string | null
  previews_url: string | null
  captions: Caption[]
  transcript: TranscriptCue[]
  chapters: Chapter[]
  summary_he: string
  attachments: Attachment[]
}

type Mark = { type: 'bold' } | { type: 'link'; attrs: { href: string } }
/** A reference to a fact; what it says is filled in by the database. */
export type FactNode = { type: 'fact'; attrs: { id: string } }
export type Inline = TextNode | FactNode
export type TextNode = { type: 'text'; text: string; marks?: Mark[] }
export type Block =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'heading'; attrs: { level: 2 | 3 }; content: Inline[] }
  | { type: 'bulletList' | 'orderedList'; content: ListItem[] }
  | { type: 'blockquote'; content: Block[] }
  | { type: 'table'; content: TableRow[] }
  | { type: 'horizontalRule' }
type ListItem = { type: 'listItem'; content: Block[] }
type TableCell = { type: 'tableHeader' | 'tableCell'; content: Block[] }
type TableRow = { type: 'tableRow'; content: TableCell[] }
export type RichText = { type: 'doc'; content: Block[] }

export type FinanceFact = {
  id: string
  slug: string
  name_he: string
  type: 'rate' | 'bracket' | 'ceiling' | 'fee' | 'amount' | 'index'
  value: number | null
  unit: 'percent' | 'ils' | 'ils_month' | 'ils_year' | 'years' | 'months' | 'days' | 'points'
  brackets: { from: number; to: number | null; rate: number }[]
  valid_from: string | null
  valid_to: string | null
  source_name: string
  source_url: string | null
  checked_on: string | null
  review_by: string
  note_he: string | null
  is_published: boolean
}

export type Article = {
  id: string
  kind: 'news' | 'essay'
  slug: string
  title_he: string
  excerpt_he: string
  body: RichText
  cover_url: string
  author_id: string
  published_at: string
  is_published: boolean
  checked_on: string
  tags: string[]
  reading_minutes: number
  order_index: number
}

export type LegalDocument = { id: string; slug: 'terms' | 'privacy' | 'cookies' | 'accessibility'; title_he: string }

export type LegalDocumentVersion = {
  id: string
  document_id: string
  version: number
  body: RichText
  effective_at: string
  is_published: boolean
}

export type Media = {
  bucket: 'images' | 'lesson-videos' | 'lesson-files'
  /** The storage path inside the bucket. */
  path: string
  /** The file, relative to supabase/seeds. */
  file: string
  contentType: string
}

export type Content = {
  categories: Category[]
  authors: Author[]
  courses: Course[]
  lessons: Lesson[]
  financeFacts: FinanceFact[]
  lessonContents: LessonContent[]
  articles: Article[]
  legalDocuments: LegalDocument[]
  legalDocumentVersions: LegalDocumentVersion[]
  quizzes: PublishedQuiz[]
  media: Media[]
}

/** How a course is written down by hand; `build.ts` turns it into rows. */
export type CourseSource = {
  key: string
  title: string
  description: string
  author: string
  level: string
  /** Default true. */
  published?: boolean
  /** True leaves the duration to the table's default. */
  defaultDuration?: boolean
  createdOn: string
  lessons: LessonSource[]
}

type LessonSource = {
  key: string
  title: string
  description: string
  /** Default true. */
  published?: boolean
  /** A video of Vimeo in place of the lesson's film in `films/`. */
  vimeo?: { number: string; seconds: number }
  /** Keys of worksheets in `files.ts`. */
  files?: string[]
}
