import { readFileSync } from 'node:fs'
import { lightText } from '../../../supabase/seeds/content/light-text.ts'
import { richText } from '../../../supabase/seeds/content/rich-text.ts'
import type { RichText } from '../../../supabase/seeds/content/types.ts'
import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { createWriter } from '../seed/writer.ts'

type Version = { version: number; awaits_review: boolean; effective_at: string; body: RichText }
type Document = { id: string; slug: string; title_he: string; legal_document_versions: Version[] }

const USAGE =
  'usage: npm run legal -- [text <page> | publish <page> <file>]   (page: terms, privacy, cookies, accessibility)'
const VERSIONS = 'id,slug,title_he,legal_document_versions(version,awaits_review,effective_at,body)'
const NEWEST_FIRST =
  '&legal_document_versions.is_published=eq.true&legal_document_versions.order=version.desc&order=slug'

/**
 * Lists the legal texts, prints one as light text, or publishes a file as the next version of one. A published version
 * counts as reviewed: whoever publishes it has read it.
 */
export async function legal(
  backend: Backend,
  config: Config,
  args: string[],
  say: (line: string) => void,
): Promise<void> {
  const writer = createWriter(backend, config)
  const documents = await writer.read<Document>('legal_documents', VERSIONS, NEWEST_FIRST)
  const [word, slug, file] = args
  if (!word) return say(documents.map(inOneLine).join('\n'))
  const found = documents.find((one) => one.slug === slug)
  const newest = found?.legal_document_versions[0]
  if (!found) throw new Error(USAGE)
  if (word === 'text' && newest) return say(lightText(newest.body).trimEnd())
  if (word !== 'publish' || !file) throw new Error(USAGE)
  if (newest && Date.parse(newest.effective_at) > Date.now())
    throw new Error(`version ${newest.version} of /${found.slug} waits for its day: withdraw it at /admin/legal first`)
  const source = readFileSync(file, 'utf8')
  if (source.trim() === '') throw new Error(`${file} is empty`)
  const version = (newest?.version ?? 0) + 1
  await writer.add(
    'legal_document_versions',
    [{ document_id: found.id, version, body: richText(source), is_published: true }],
    'id',
  )
  say(`/${found.slug}: version ${version} is published and in force from now on`)
}

function inOneLine({ slug, legal_document_versions: [newest] }: Document): string {
  const state = newest?.awaits_review ? 'a draft that nobody has reviewed' : 'reviewed'
  return `/${slug.padEnd(14)} ${newest ? `version ${newest.version}, ${newest.effective_at.slice(0, 10)}, ${state}` : 'no text'}`
}
