import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refusalOf } from '~/staff/entry/refusal-words'
import { onRefusedAction } from '~/staff/entry/told-refusals'

/** Calls back when the database refuses what a page asks for or does, because a permission was taken while it stood open. */
export function useRefusals(onRefused: () => void): void {
  const client = useQueryClient()
  const refused = useEffectEvent(onRefused)
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (
          event.type === 'updated' &&
          event.action.type === 'error' &&
          refusalOf(event.action.error).code === 'FORBIDDEN'
        )
          refused()
      }),
    [client],
  )
  useEffect(() => onRefusedAction(() => refused()), [])
}
