import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readStoredEdits, storeEdits } from './stored-edits'
import { changesOf, type EditCopies, type FormRecord, type FormValues, type UnsavedEdits } from './versions.rules'

const PAUSE_MS = 500
const SERVER_PAUSE_MS = 3000

/** What was left unsaved, here or elsewhere, whichever is newer, with changes that are not saved since. */
async function readLeft(key: string, copies: EditCopies | undefined, base: FormRecord) {
  const [here, there] = await Promise.allSettled([readStoredEdits(key), copies?.read()])
  const found = [here, there].flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
  const [newest] = found.sort((one, other) => other.at - one.at)
  const differs = newest && Object.keys(changesOf(base.values, { ...base.values, ...newest.changes })).length > 0
  return { left: differs ? newest : undefined, isThere: there.status === 'fulfilled' && there.value !== undefined }
}

/**
 * Keeps what a form holds unsaved, in this browser and where `copies` says, so that neither a window that ends nor a
 * device that is lost loses it. `key` says whose it is and of what; without one nothing is kept.
 * @returns what was left, until somebody takes it or gives it up
 */
export function useStoredEdits(
  key: string | undefined,
  base: FormRecord,
  values: FormValues,
  copies: EditCopies | undefined,
) {
  const [left, setLeft] = useState<UnsavedEdits | 'reading' | undefined>(key ? 'reading' : undefined)
  const isThere = useRef(false)
  const sent = useRef<Promise<void>>(Promise.resolve())
  const isOver = useRef(false)
  const read = useEffectEvent((asked: string) => readLeft(asked, copies, base))
  useEffect(() => {
    if (!key) return
    let wanted = true
    void read(key).then((found) => {
      isThere.current = found.isThere
      if (wanted) setLeft(found.left)
    })
    return () => {
      wanted = false
    }
  }, [key])

  const changes = changesOf(base.values, values)
  const isNothing = Object.keys(changes).length === 0
  const unsaved = JSON.stringify(changes)
  // What was left stays kept until it was answered, unless something newer is being written.
  const isKept = isNothing && left !== undefined
  const keep = useEffectEvent(() => {
    if (key && !isKept && !isOver.current)
      void storeEdits(key, isNothing ? undefined : { read: base, changes }).catch(ignore)
  })
  /** One after another, so that what was sent before does not come after it. */
  const send = (edits: Omit<UnsavedEdits, 'at'> | undefined) => {
    if (!copies || (!edits && !isThere.current)) return sent.current
    isThere.current = edits !== undefined
    sent.current = sent.current.then(() => copies.keep(edits)).catch(ignore)
    return sent.current
  }
  const keepThere = useEffectEvent(() => {
    if (!isKept && !isOver.current) void send(isNothing ? undefined : { read: base, changes })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept anew when what is unsaved changes
  useEffect(() => {
    if (left === 'reading') return
    const soon = setTimeout(() => keep(), PAUSE_MS)
    const later = setTimeout(() => keepThere(), isNothing ? PAUSE_MS : SERVER_PAUSE_MS)
    return () => {
      clearTimeout(soon)
      clearTimeout(later)
    }
  }, [unsaved, left])

  return {
    left: left === 'reading' ? undefined : left,
    answered: () => setLeft(undefined),
    forget: async () => {
      // What is still on its way to be kept is given up as well.
      isOver.current = true
      if (key) await storeEdits(key, undefined).catch(ignore)
      await send(undefined)
    },
  }
}

/** A browser that keeps nothing, and a server that is not reached, change nothing else. */
function ignore() {}
