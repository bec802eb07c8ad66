import { json, Refused, readJson } from '../_shared/http.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { signLink } from '../_shared/sign-link.ts'

const MAX_BODY_BYTES = 1024
/** For the beginning of a download. */
const SECONDS = 60

/**
 * Signs a link to a file that came with a mail to the support, for the student of the ticket and for the staff who opened
 * it. Body `{ file_id }`; answers `{ signedURL }`, a path below `/storage/v1` that saves the file and shows it nowhere.
 * 403 FILE_REFUSED when there is none for the caller.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['user', 'secret'], request, async ({ token }) => {
    const { file_id: fileId } = ((await readJson(request, MAX_BODY_BYTES)) ?? {}) as Record<string, unknown>
    if (typeof fileId !== 'string') throw refused()
    const { status, body } = await callRpc('support_file_place', { file_id: fileId }, token)
    if (status === 401 || status === 403) return json(body, status)
    if (status === 400) throw refused()
    if (status !== 200) throw new Refused(502, 'UNAVAILABLE', 'The rights could not be checked')
    const place = body as { path: string; name: string } | null
    const signedURL = place && (await signLink('support-files', place.path, SECONDS))
    if (!signedURL) throw refused()
    return json({ signedURL: `${signedURL}&download=${encodeURIComponent(place.name)}` })
  })

const refused = () => new Refused(403, 'FILE_REFUSED', 'There is no such file for you')
