import { type Draft, readStored, writeStored } from './storage'

const MOST = 40
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000

const keyOf = (userId: string, lessonId: string, kind: string) => `${userId} ${lessonId} ${kind}`

/** What this person was writing in this lesson; `kind` tells drafts of one lesson apart. */
export function readDraft(userId: string, lessonId: string, kind: string): Draft | null {
  const kept = readStored('lesson-drafts')?.[keyOf(userId, lessonId, kind)]
  return kept && Date.now() - kept.at < LONGEST_MS ? { text: kept.text, seconds: kept.seconds } : null
}

/** Keeps what is being written in this browser until it is sent; null or an empty text forgets it. */
export function saveDraft(userId: string, lessonId: string, kind: string, draft: Draft | null): void {
  const key = keyOf(userId, lessonId, kind)
  const { [key]: _, ...others } = readStored('lesson-drafts') ?? {}
  const entries = Object.entries(others)
    .filter(([, { at }]) => Date.now() - at < LONGEST_MS)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST - 1)
  if (draft && draft.text.trim() !== '') entries.push([key, { ...draft, at: Date.now() }])
  writeStored('lesson-drafts', Object.fromEntries(entries))
}

/** Forgets a draft that was sent, unless another one has taken its place meanwhile. */
export function deleteSentDraft(userId: string, lessonId: string, kind: string, sent: Draft): void {
  const kept = readDraft(userId, lessonId, kind)
  if (kept?.text === sent.text && kept.seconds === sent.seconds) saveDraft(userId, lessonId, kind, null)
}
