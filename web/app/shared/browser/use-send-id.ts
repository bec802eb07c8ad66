import { useRef } from 'react'
import { randomId } from './random-id'

/**
 * The id under which something goes out: the same again under the same one, so that it arrives once where an answer was
 * lost; something else never.
 * @returns `idOf` what is sent, and `isSent`, which ends it; `field` tells what is sent beside each other apart
 */
export function useSendId() {
  const tried = useRef(new Map<string, { sent: string; id: string }>())
  return {
    idOf(sent: string, field = ''): string {
      const last = tried.current.get(field)
      const id = last?.sent === sent ? last.id : randomId()
      tried.current.set(field, { sent, id })
      return id
    },
    isSent: (field = '') => void tried.current.delete(field),
  }
}
