import { saveDelay } from './progress.rules'

/** Saves what was marked as unsaved, at most every 2 s [9-37]; what may not wait, at once [4-50]. */
export function createSaveTimer(save: () => void) {
  let isUnsaved = false
  let savedAt: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function saveNow(): void {
    clearTimeout(timer)
    if (!isUnsaved) return
    savedAt = Date.now()
    isUnsaved = false
    save()
  }

  return {
    mark(): void {
      isUnsaved = true
    },
    /** Saves, at once or when it may. */
    save(mayNotWait: boolean): void {
      if (!isUnsaved) return
      clearTimeout(timer)
      const delay = saveDelay(Date.now(), savedAt, mayNotWait)
      if (delay > 0) timer = setTimeout(saveNow, delay)
      else saveNow()
    },
    /** Saves what still waits, and no more after that. */
    finish: saveNow,
  }
}
