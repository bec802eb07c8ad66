import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'

/** A page of the site that a text can lead to. */
export type SitePage = {
  kind: 'course' | 'lesson' | 'article' | 'category'
  id: string
  title: string
  address: string
}

const FEWEST_LETTERS = 2
const MOST = 6

type Found = { id: string; name: string; slug?: string; course_id?: string }

/** The pages that visitors see whose names hold what is typed; none for less than two letters. */
export const sitePagesQuery = (typed: string, kinds: readonly SitePage['kind'][]) =>
  queryOptions({
    queryKey: ['staff', 'site-pages', kinds.join(), typed],
    enabled: typed.length >= FEWEST_LETTERS,
    queryFn: async (): Promise<SitePage[]> => (await Promise.all(kinds.map((kind) => findPages(kind, typed)))).flat(),
  })

async function findPages(kind: SitePage['kind'], typed: string): Promise<SitePage[]> {
  const pattern = `*${typed.replace(/[\\%_*"(),.]/g, ' ').trim()}*`
  const from = browserSupabase()
  const asked = {
    course: () => from.from('courses').select('id,name:title_he').eq('is_published', true).ilike('title_he', pattern),
    lesson: () =>
      from.from('lessons').select('id,course_id,name:title_he').eq('is_published', true).ilike('title_he', pattern),
    article: () =>
      from.from('articles').select('id,slug,name:title_he').eq('is_published', true).ilike('title_he', pattern),
    category: () =>
      from.from('categories').select('id,slug,name:name_he').eq('is_active', true).ilike('name_he', pattern),
  }[kind]
  const rows = await answerOf<Found[] | null>(LIST_LOADING_TIMEOUT, (signal) =>
    asked().limit(MOST).abortSignal(signal).overrideTypes<Found[], { merge: false }>(),
  )
  return (rows ?? []).map(({ id, name, slug = '', course_id = '' }) => ({
    ...{ kind, id, title: name },
    address: {
      course: paths.course(id),
      lesson: paths.lesson(course_id, id),
      article: paths.article(slug),
      category: paths.category(slug),
    }[kind],
  }))
}
