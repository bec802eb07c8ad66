import { json, Refused, readJson } from '../_shared/http.ts'
import { serviceKey } from '../_shared/project-keys.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc, forwardAnswer } from '../_shared/rest.ts'
import { isUuid } from '../_shared/uuid.ts'
import { begunRound, type Drawn, type Given, scoredRound } from './round.ts'

const MOST_ANSWERS = 300

/**
 * Lets whoever holds a link to the draft of a knowledge test take it as a student would. Nothing of it is stored: a
 * round is drawn anew from the id that the browser gave it, and another id draws other questions and numbers.
 * - `{ action: 'begin', token, round }` answers what `read_quiz_attempt` tells of an attempt that has just begun, with the
 *   `version` of the draft and how many questions are `left_out` because nobody may be asked them yet.
 * - `{ action: 'score', token, round, version, answers: [{ position, answer, confidence }] }` answers the same, scored.
 *
 * 404 PREVIEW_NOT_FOUND where there is no such link to a test any more, 409 CONTENT_CHANGED where the draft was changed
 * since the round began, 429 TOO_MANY_REQUESTS, 400 INVALID_BODY for anything else.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['publishable', 'user', 'secret'], request, async () => {
    const asked = (await readJson(request)) as Record<string, unknown> | null
    const { action, token, round, version, answers } = asked ?? {}
    if (typeof token !== 'string' || !isUuid(round) || (action !== 'begin' && action !== 'score'))
      throw new Refused(400, 'INVALID_BODY', 'action must be begin or score, with token and round')
    if (action === 'score' && !areGiven(answers))
      throw new Refused(400, 'INVALID_BODY', 'answers must be a list of at most 300, each with its position')
    const { status, body } = await callRpc('draw_previewed_quiz', { token, round }, serviceKey())
    if (status !== 200) return forwardAnswer({ status, body })
    if (!body) throw new Refused(404, 'PREVIEW_NOT_FOUND', 'There is no such link to a test')
    const drawn = body as Drawn
    if (action === 'begin') return json(begunRound(round, drawn))
    if (version !== drawn.version) throw new Refused(409, 'CONTENT_CHANGED', 'The draft was changed since it was read')
    return json(scoredRound(round, drawn, answers as Given[], new Date()))
  })

const areGiven = (answers: unknown): answers is Given[] =>
  Array.isArray(answers) &&
  answers.length <= MOST_ANSWERS &&
  answers.every((one) => typeof one === 'object' && one !== null && Number.isInteger(Reflect.get(one, 'position')))
