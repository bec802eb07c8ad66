import { json, Refused, readJson } from '../_shared/http.ts'
import { serviceKey } from '../_shared/project-keys.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { signLink } from '../_shared/sign-link.ts'

const MAX_BODY_BYTES = 4 * 1024
/** Longest life of a link by bucket: a lesson's sitting for a film, the beginning of a download for a file. */
const LONGEST_S: Record<string, number> = { 'lesson-videos': 3600, 'lesson-files': 60 }

type Asked = { bucket: string; path: string; seconds: number; preview: string | undefined }

/**
 * Signs a link to the video or a file of a lesson that the caller may read ([2.1-14]); nobody else signs one for people,
 * so that no link outlives its hour. Body `{ bucket, path, seconds?, preview? }`: seconds only to have it shorter, preview the
 * token of a link to a draft, for whoever holds one. Answers `{ signedURL }`, a path below `/storage/v1`. 403 FILE_REFUSED
 * when there is none for the caller.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['publishable', 'user', 'secret'], request, async (caller) => {
    const { bucket, path, seconds, preview } = askedFor(await readJson(request, MAX_BODY_BYTES))
    const { status, body } = preview
      ? await callRpc('may_open_previewed_file', { bucket, path, token: preview }, serviceKey())
      : await callRpc('may_open_lesson_file', { bucket, path }, caller.token)
    if (status === 401 || status === 403) return json(body, status)
    if (status !== 200) return json({ code: 'UNAVAILABLE', message: 'The rights could not be checked' }, 502)
    if (body !== true) throw refused()
    const signedURL = await signLink(bucket, path, seconds)
    if (!signedURL) throw refused()
    return json({ signedURL })
  })

function askedFor(body: unknown): Asked {
  const { bucket, path, seconds, preview } = (body ?? {}) as Record<string, unknown>
  const longest = typeof bucket === 'string' && Object.hasOwn(LONGEST_S, bucket) ? LONGEST_S[bucket] : undefined
  if (typeof bucket !== 'string' || longest === undefined || typeof path !== 'string' || path === '') throw refused()
  const wanted = Number.isInteger(seconds) ? Number(seconds) : longest
  return {
    bucket,
    path,
    seconds: Math.min(Math.max(wanted, 1), longest),
    preview: typeof preview === 'string' && preview !== '' ? preview : undefined,
  }
}

const refused = () => new Refused(403, 'FILE_REFUSED', 'There is no such file for you')
