import { keepAcknowledged, saveNote } from '~/api/lesson-notes'
import { openBrowserStore } from '~/lib/browser-store'
import { createNoteQueue, type NoteQueue } from './note-queue'

let queue: NoteQueue | undefined

/** The page's one queue of unsaved notes. Browser only. */
export function browserNoteQueue(): NoteQueue {
  queue ??= createNoteQueue({
    store: openBrowserStore('academy-notes'),
    save: saveNote,
    isOnline: () => navigator.onLine,
    onSaved: keepAcknowledged,
  })
  return queue
}
