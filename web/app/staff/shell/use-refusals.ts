import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { onForbiddenAction } from '~/staff/entry/forbidden-actions'
import { refusalOf } from '~/staff/entry/refusal-messages'

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
  useEffect(() => onForbiddenAction(() => refused()), [])
}
