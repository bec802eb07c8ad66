import type { keysText } from './keys.he'

/** One thing that keys do: what is pressed (one of them), and its words. */
export type StaffKey = {
  keys: readonly string[]
  does: keyof typeof keysText.does
  /** Only in lists that are searched, whose rows open a page, or can be chosen. */
  needs?: 'searching' | 'opening' | 'choosing'
  /** Told below a list as well. */
  brief?: true
}

/** Every key of the staff area, by where it acts: the help and the line below a list read it here. */
export const STAFF_KEYS: Readonly<Record<keyof typeof keysText.places, readonly StaffKey[]>> = {
  everywhere: [
    { keys: ['Ctrl+K'], does: 'search' },
    { keys: ['?'], does: 'help', brief: true },
  ],
  lists: [
    { keys: ['J', '↓'], does: 'down' },
    { keys: ['K', '↑'], does: 'up' },
    { keys: ['Enter'], does: 'open', needs: 'opening', brief: true },
    { keys: ['/'], does: 'find', needs: 'searching', brief: true },
    { keys: ['Space', 'X'], does: 'choose', needs: 'choosing', brief: true },
    { keys: ['Shift+J', 'Shift+K'], does: 'extend', needs: 'choosing' },
    { keys: ['Ctrl+A'], does: 'page', needs: 'choosing' },
  ],
  tickets: [
    { keys: ['J'], does: 'after' },
    { keys: ['K'], does: 'before' },
    { keys: ['Ctrl+Enter'], does: 'answer' },
  ],
  forms: [{ keys: ['Ctrl+S'], does: 'save' }],
}

/** What the line below a list tells. */
export const mainKeys = (offers: Record<NonNullable<StaffKey['needs']>, boolean>): StaffKey[] =>
  [...STAFF_KEYS.lists, ...STAFF_KEYS.everywhere].filter(({ brief, needs }) => brief && (!needs || offers[needs]))
