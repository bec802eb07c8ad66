import { json, type Look, Refused, readJson } from '../_shared/http.ts'
import { respond } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { noSession } from '../_shared/session.ts'
import { bearer, tokenSubject } from '../_shared/tokens.ts'
import { verifySession } from '../_shared/verify-session.ts'
import { type ProgressUpdate, parseUpdate } from './update.ts'

const MAX_BODY_BYTES = 64 * 1024
const MAX_UPDATES = 500
/** A beacon's token stands within these first bytes. */
const HEAD_BYTES = 8 * 1024
const TOKEN_FIRST = /^\s*\{\s*"access_token"\s*:\s*"([\w.-]+)"/

type Rejection = { lesson_id: string | null; code: string }
type Saved = { accepted: string[]; rejected: Rejection[] }

/**
 * Saves the progress that a closing page sends ([7-19]): one statement, as the student whose token it is.
 * Body `{ updates: [...] }`, at most 500 updates and 64 kB. The session's token comes in `Authorization` or, since a beacon
 * sets no headers, first in the body: `{ access_token, updates }`. It is verified before the rest of the body is read.
 * Answers `{ accepted: [lesson_id], rejected: [{ lesson_id, code }] }`; 401 without a valid token, 403 for who may not save.
 */
export const handler = (request: Request): Promise<Response> => respond(request, () => save(request))

async function save(request: Request): Promise<Response> {
  let token = bearer(request)
  if (token) await verifySession(token)
  const look: Look = {
    bytes: HEAD_BYTES,
    at: async (head) => {
      token = TOKEN_FIRST.exec(head)?.[1]
      await verifySession(token)
    },
  }
  const updates = readUpdates(await readJson(request, MAX_BODY_BYTES, token ? undefined : look))
  const student = token && tokenSubject(token)
  if (!token || !student) throw noSession()

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

function readUpdates(body: unknown): unknown[] {
  const { updates } = (body ?? {}) as { updates?: unknown }
  if (!Array.isArray(updates)) throw new Refused(400, 'INVALID_BODY', 'updates must be a list')
  if (updates.length > MAX_UPDATES) throw new Refused(413, 'TOO_MANY_UPDATES', `At most ${MAX_UPDATES} updates at once`)
  return updates
}
