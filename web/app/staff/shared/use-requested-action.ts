import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What a page is opened to do at once: it shows its own form for it. */
export type RequestedAction = 'invite' | 'export' | 'create' | 'close' | 'reopen' | 'view'

/**
 * Calls back when somebody came to the page to do something at once, told by the palette. The wish is heard once: a
 * reload or the way back does not repeat it.
 */
export function useRequestedAction(onAsked: (act: RequestedAction) => void): void {
  const { state, pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const act: RequestedAction | undefined =
    typeof state === 'object' && state !== null && 'act' in state ? state.act : undefined
  const begin = useEffectEvent((asked: RequestedAction) => {
    void navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true })
    onAsked(asked)
  })
  useEffect(() => {
    if (act) begin(act)
  }, [act])
}

/** Whether the part for one act is open: by its own button, or because somebody came for it. */
export function useActionOpen(name: RequestedAction): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useRequestedAction((act) => act === name && setOpen(true))
  return [open, setOpen]
}
