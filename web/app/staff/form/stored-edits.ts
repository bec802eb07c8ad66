import { type BrowserStore, openBrowserStore } from '~/shared/storage/browser-store'
import type { UnsavedEdits } from './versions.rules'

/** What somebody wrote in a form and did not save, as this browser keeps it. */
type KeptEdits = UnsavedEdits & { key: string }

const LONGEST_MS = 14 * 24 * 60 * 60 * 1000

let opened: Promise<BrowserStore<KeptEdits>> | undefined
const store = () => {
  opened ??= openBrowserStore<KeptEdits>('academy-edits')
  return opened
}

/** What an earlier page left unsaved; what is older than fourteen days is forgotten on the way. */
export async function readStoredEdits(key: string): Promise<KeptEdits | undefined> {
  const all = await (await store()).all()
  const fresh = all.filter(({ at }) => Date.now() - at < LONGEST_MS)
  await Promise.all(all.filter((one) => !fresh.includes(one)).map((one) => storeEdits(one.key, undefined)))
  return fresh.find((one) => one.key === key)
}

/** Keeps what is being written in this browser; undefined forgets it. */
export async function storeEdits(key: string, edits: Omit<KeptEdits, 'key' | 'at'> | undefined): Promise<void> {
  await (await store()).change(key, () => edits && { ...edits, key, at: Date.now() })
}
