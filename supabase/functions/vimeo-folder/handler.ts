import { env } from '../_shared/env.ts'
import { json, Refused, readJson } from '../_shared/http.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { isUuid } from '../_shared/uuid.ts'
import { readFolder } from './read-folder.ts'

const MAX_BODY_BYTES = 1024

/**
 * Lists the videos of a course's folder at Vimeo, for who writes lessons. Body `{ course }`; answers `{ videos: [{ id,
 * title, duration_seconds }] }`. 409 VIMEO_NO_FOLDER where the course names none, 409 VIMEO_NO_TOKEN where the server has
 * no `VIMEO_TOKEN`; what Vimeo refused: VIMEO_REFUSED, VIMEO_NO_SUCH_FOLDER, VIMEO_BUSY, VIMEO_AWAY.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['user', 'secret'], request, async ({ token }) => {
    const { course } = ((await readJson(request, MAX_BODY_BYTES)) ?? {}) as { course?: unknown }
    if (!isUuid(course)) throw new Refused(400, 'INVALID_BODY', 'course is an id')
    const { status, body } = await callRpc('read_lesson_folder', { course }, token)
    if (status !== 200) return json(body, status < 500 ? status : 502)
    if (typeof body !== 'string') throw new Refused(409, 'VIMEO_NO_FOLDER', 'The course names no folder')
    const key = env('VIMEO_TOKEN')
    if (!key) throw new Refused(409, 'VIMEO_NO_TOKEN', 'The server has no token of Vimeo')
    return json({ videos: await readFolder(body, key, env('VIMEO_API_URL')) })
  })
