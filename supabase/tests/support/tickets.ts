import { randomUUID } from 'node:crypto'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { callAs, errorCode, owner, rowsAs } from './outcome.ts'

export const newId = (): string => randomUUID()

export type ReadTicket = {
  id: string
  email: string
  status: string
  tags: string[]
  assignee_id: string | null
  is_spam: boolean
  is_blocked: boolean
  merged_into: string | null
  satisfaction: string | null
  sentences: { start: number; text: string }[]
  messages: { id: string; body: string; author_kind: string; author: string | null; created_at: string }[]
  notes: { body: string; author: string }[]
  events: { kind: string; actor: string | null; detail: Record<string, unknown>; created_at: string }[]
  others: { id: string }[]
  similar: { id: string }[]
}

/** A student's question, opened as the student does it. */
export async function ask(database: Database, caller: Caller, more: Record<string, unknown> = {}): Promise<string> {
  const values = { subject: 'הסרטון נעצר', body: `שאלה ${newId()}`, name: 'יעל', email: 'visitor@example.com', ...more }
  await owner(database, 'delete from private.attempts')
  const named = Object.keys(values).map((key, i) => `${key} => $${i + 1}`)
  const rows = await rowsAs<{ id: string }>(
    database,
    caller,
    `select open_support_ticket(${named.join(', ')}) as id`,
    Object.values(values),
  )
  return rows[0]?.id ?? ''
}

/** Opens a ticket, which leaves a line, and reads it as the page does. */
export async function readAs(database: Database, caller: Caller, id: string): Promise<ReadTicket> {
  await callAs(database, caller, 'open_ticket', [id])
  return callAs<ReadTicket>(database, caller, 'read_ticket', [id])
}

/** Calls a function of the support; gives its value, `done` where it has none, or the code of the refusal. */
export const tryAs = (database: Database, caller: Caller, name: string, values: unknown[]): Promise<unknown> =>
  callAs(database, caller, name, values).then((value) => value ?? 'done', errorCode)

/** The id of what was last said in a ticket. */
export async function lastMessage(database: Database, id: string): Promise<string | null> {
  const [last] = await owner<{ id: string }>(
    database,
    'select id from support_messages where ticket_id = $1 order by created_at desc, id desc limit 1',
    [id],
  )
  return last?.id ?? null
}

/** Answers what was last said in a ticket, or what is named. */
export async function answerAs(
  database: Database,
  caller: Caller,
  id: string,
  { body = 'כך ממשיכים.', status = 'pending', messageId = newId(), seen = '' } = {},
): Promise<unknown> {
  const values = [id, messageId, body, status, seen || (await lastMessage(database, id))]
  return tryAs(database, caller, 'answer_ticket', values)
}
