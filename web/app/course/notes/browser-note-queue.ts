import { maySendNow } from '~/shared/outbox/present-session'
import { openBrowserStore } from '~/shared/storage/browser-store'
import { createNoteQueue, type NoteQueue } from './note-queue'
import { mergeAcknowledgedNote, saveNote } from './notes.calls'

let queue: NoteQueue | undefined

/** The page's one queue of unsaved notes. Browser only. */
export function browserNoteQueue(): NoteQueue {
  queue ??= createNoteQueue({
    store: openBrowserStore('academy-notes'),
    save: saveNote,
    maySend: maySendNow,
    isOnline: () => navigator.onLine,
    onSaved: mergeAcknowledgedNote,
  })
  return queue
}
