import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { createWriter } from './writer.ts'

type Say = (message: string) => void

/** Each upload waits for the disk and the database more than it works, so several go at once. */
const UPLOADS_AT_ONCE = 8

/** Fills an academy that has no category yet with the demo content. */
export async function seedWhenEmpty(backend: Backend, config: Config, say: Say): Promise<void> {
  if (!backend.serviceRoleKey) return
  if ((await createWriter(backend, config).count('categories')) === 0) await seed(backend, config, say)
}

/** Puts the demo content in, or brings it up to date: doing it twice changes nothing. */
export async function seed(backend: Backend, config: Config, say: Say): Promise<void> {
  const { content } = await import('../../../supabase/seeds/content/index.ts')
  const writer = createWriter(backend, config)
  say(`putting in the demo academy: ${content.courses.length} courses, ${content.lessons.length} lessons`)
  const waiting = content.media.values()
  await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      for (const file of waiting) await writer.upload(file)
    }),
  )
  await writer.upsert('categories', content.categories, 'id')
  await writer.upsert('authors', content.authors, 'id')
  await writer.upsert('courses', content.courses, 'id')
  await writer.upsert('lessons', content.lessons, 'id')
  await writer.upsert('lesson_contents', content.lessonContents, 'lesson_id')
  await writer.upsert('articles', content.articles, 'id')
  await writer.upsert('legal_documents', content.legalDocuments, 'id')
  await writer.upsert('legal_document_versions', content.legalDocumentVersions, 'id')
}
