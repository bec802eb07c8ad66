import { json, Refused, readJson } from '../_shared/http.ts'
import { type Pool, poolProblems } from '../_shared/quizzes/pools.ts'
import { respondTo } from '../_shared/respond.ts'
import { callAsService, callRpc, forwardAnswer } from '../_shared/rest.ts'
import { isUuid } from '../_shared/uuid.ts'

const MOST_PROBLEMS = 100

/**
 * Validates the questions of a draft of a knowledge test, which the database does not publish before.
 * - `{ action: 'check', id }` answers `{ version, problems }`, at most 100 of them; with none, the draft may be published.
 *
 * The draft is read as the caller, so that the database decides who may; 409 CONTENT_CHANGED where it was changed
 * meanwhile.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['user', 'secret'], request, async ({ token }) => {
    const asked = (await readJson(request)) as Record<string, unknown> | null
    if (asked?.action !== 'check' || !isUuid(asked.id))
      throw new Refused(400, 'INVALID_BODY', 'action must be check, with the id of a test')
    const { id } = asked
    const read = await callRpc('read_content', { kind: 'quiz', id }, token)
    if (read.status !== 200) return forwardAnswer(read)
    const { version, values } = read.body as { version: number; values: { pools: Pool[] } }
    const problems = poolProblems(values.pools).slice(0, MOST_PROBLEMS)
    if (problems.length === 0 && !(await callAsService('mark_quiz_checked', { quiz: id, version })))
      throw new Refused(409, 'CONTENT_CHANGED', 'The draft was changed since it was read')
    return json({ version, problems })
  })
