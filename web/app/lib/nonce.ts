import { createContext, useContext } from 'react'

/** Nonce of the page's scripts: known while the server renders, absent in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
