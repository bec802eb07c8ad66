import { reportRefusedToken } from '~/shared/client/access-token'
import { fetchAndLearnTime } from '~/shared/client/server-clock'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { readPublicConfig } from '~/shared/config/env'
import { type SendOutcome, sendOutcome } from '~/shared/outbox/outbox.rules'
import type { ProgressUpdate } from './pending-progress.rules'

/** A page that closes may send 64 KiB in all; the rest is for headers and the token. */
const PART_BYTES = 60 * 1024

/** Saves rows in one statement [7-17]. */
export async function saveProgress(updates: readonly ProgressUpdate[], signal: AbortSignal): Promise<SendOutcome> {
  const { error, status } = await browserSupabase()
    .from('user_progress')
    .upsert([...updates], { onConflict: 'user_id,lesson_id' })
    .abortSignal(signal)
  // A closed account is refused like a lesson that is hidden: only its own row tells them apart.
  if (status === 403) reportRefusedToken()
  return sendOutcome(error, status)
}

/**
 * Sends rows while the page is being hidden or closed [7-19]. The promise may never settle when the page goes away;
 * it gives false when not all rows were taken, or nobody can say whether they arrived.
 */
export async function saveProgressOnHide(updates: readonly ProgressUpdate[], accessToken: string): Promise<boolean> {
  const answers = await Promise.all(inParts(updates, PART_BYTES).map((part) => sendPart(part, accessToken)))
  return answers.every(Boolean)
}

/** Splits rows into parts whose JSON stays below a number of bytes; a row on its own is never split. */
export function inParts<Row>(rows: readonly Row[], maxBytes: number): Row[][] {
  const parts: Row[][] = []
  let size = 0
  for (const row of rows) {
    const bytes = new TextEncoder().encode(JSON.stringify(row)).length + 1
    const part = parts.at(-1)
    if (part && size + bytes <= maxBytes) {
      part.push(row)
      size += bytes
    } else {
      parts.push([row])
      size = bytes
    }
  }
  return parts
}

async function sendPart(updates: readonly ProgressUpdate[], accessToken: string): Promise<boolean> {
  const { supabaseUrl, anonKey } = readPublicConfig()
  const url = `${supabaseUrl}/functions/v1/batch-progress`
  // A beacon sets no headers; the token comes first, so that nothing else is read without it.
  const beacon = () => {
    const body = JSON.stringify({ access_token: accessToken, updates })
    navigator.sendBeacon?.(url, new Blob([body], { type: 'text/plain' }))
    return false
  }
  if (!('keepalive' in Request.prototype)) return beacon()
  const headers = { apikey: anonKey, authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  try {
    const answer = await fetchAndLearnTime(url, {
      method: 'POST',
      keepalive: true,
      headers,
      body: JSON.stringify({ updates }),
    })
    return answer.ok && isAllTaken(await answer.json())
  } catch {
    return beacon()
  }
}

/** The function names the rows that it did not take. */
const isAllTaken = ({ rejected }: { rejected?: readonly unknown[] }) => (rejected?.length ?? 0) === 0
