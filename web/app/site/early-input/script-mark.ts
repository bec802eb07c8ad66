import { createContext } from 'react'

/** The mark of our own scripts while a page is written; nothing in the browser. */
export const ScriptMark = createContext<string | undefined>(undefined)
