import { json, Refused, readJson } from '../_shared/http.ts'
import { respond } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { bearer, tokenSubject } from '../_shared/tokens.ts'
import { type ProgressUpdate, parseUpdate } from './update.ts'

const MAX_BODY_BYTES = 64 * 1024
const MAX_UPDATES = 500

type Rejection = { lesson_id: string | null; code: string }
type Saved = { accepted: string[]; rejected: Rejection[] }

/**
 * Saves the progress that a closing page sends ([7-19]): one statement, as the student whose token it is.
 * A beacon sets no headers, so the token travels in the body as `access_token`; `Authorization` is read when it is not there.
 * Body `{ updates: [...], access_token? }`, at most 500 updates and 64 kB.
 * Answers `{ accepted: [lesson_id], rejected: [{ lesson_id, code }] }`; 401 without a valid token, 403 for who may not save.
 */
export const handler = (request: Request): Promise<Response> => respond(request, () => save(request))

async function save(request: Request): Promise<Response> {
  const { updates, access_token } = readBody(await readJson(request, MAX_BODY_BYTES))
  const token = access_token ?? bearer(request)
  const student = token && tokenSubject(token)
  if (!token || !student) throw new Refused(401, 'NO_SESSION', 'A session is required')

  const rows: ProgressUpdate[] = []
  const rejected: Rejection[] = []
  for (const update of updates) {
    const result = parseUpdate(update, student)
    if ('code' in result) rejected.push(result)
    else rows.push(result)
  }
  if (rows.length === 0) return json({ accepted: [], rejected } satisfies Saved)

  const { status, body } = await callRpc('save_progress', { updates: rows }, token)
  if (status === 401) throw new Refused(401, 'NO_SESSION', 'The session is not valid')
  if (status === 403) throw new Refused(403, 'FORBIDDEN', 'This account cannot save progress')
  if (status >= 500) throw new Refused(503, 'TRY_AGAIN', 'Progress could not be saved now')
  if (status !== 200) throw new Refused(400, 'INVALID_PROGRESS', 'Progress was refused')
  const saved = body as Saved
  return json({ accepted: saved.accepted, rejected: [...rejected, ...saved.rejected] } satisfies Saved)
}

function readBody(body: unknown): { updates: unknown[]; access_token: string | undefined } {
  const { updates, access_token } = (body ?? {}) as { updates?: unknown; access_token?: unknown }
  if (!Array.isArray(updates)) throw new Refused(400, 'INVALID_BODY', 'updates must be a list')
  if (updates.length > MAX_UPDATES) throw new Refused(413, 'TOO_MANY_UPDATES', `At most ${MAX_UPDATES} updates at once`)
  return { updates, access_token: typeof access_token === 'string' && access_token !== '' ? access_token : undefined }
}
