import { useEffect, useEffectEvent, useState } from 'react'
import { type KeptEdits, keepEdits, readKeptEdits } from './kept-edits'
import { changesOf, type FormRecord, type FormValues } from './versions.rules'

const PAUSE_MS = 500

/**
 * Keeps what a form holds unsaved, so that a window that ends loses nothing of it. `key` says whose it is and of what;
 * without one nothing is kept.
 * @returns what an earlier page left, until somebody takes it or gives it up
 */
export function useKeptEdits(key: string | undefined, base: FormRecord, values: FormValues) {
  const [left, setLeft] = useState<KeptEdits | 'reading' | undefined>(key ? 'reading' : undefined)
  useEffect(() => {
    if (!key) return
    let wanted = true
    readKeptEdits(key).then(
      (found) => wanted && setLeft(found),
      () => wanted && setLeft(undefined),
    )
    return () => {
      wanted = false
    }
  }, [key])

  const changes = changesOf(base.values, values)
  const unsaved = JSON.stringify(changes)
  const keep = useEffectEvent(() => {
    const isNothing = Object.keys(changes).length === 0
    // What was left stays kept until it was answered, unless something newer is being written.
    if (key && !(isNothing && left)) void keepEdits(key, isNothing ? undefined : { read: base, changes }).catch(ignore)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept anew when what is unsaved changes
  useEffect(() => {
    if (left === 'reading') return
    const soon = setTimeout(() => keep(), PAUSE_MS)
    return () => clearTimeout(soon)
  }, [unsaved, left])

  return {
    left: left === 'reading' ? undefined : left,
    answered: () => setLeft(undefined),
    forget: () => (key ? keepEdits(key, undefined).catch(ignore) : Promise.resolve()),
  }
}

/** A browser that keeps nothing changes nothing else. */
function ignore() {}
