import { useEffect, useRef, useState } from 'react'
import type { NoticeKind, NoticeOutcome } from './security-notice.rules'
import { fetchNotice, reportNotMe } from './security-notices.calls'

/** The steps of the page; `notice` is missing where the link could not be looked at, which a press outlives. */
export type NotMeStep =
  | { step: 'looking' }
  | { step: 'question'; notice?: { kind: NoticeKind; maskedEmail: string }; working: boolean; failed: boolean }
  | { step: 'done'; outcome: NoticeOutcome; already: boolean }
  | { step: 'invalid' }

/** Moves through 'this was not me': opening only looks, a press does it. The token leaves the address at once. */
export function useNotMe() {
  const [state, setState] = useState<NotMeStep>({ step: 'looking' })
  const token = useRef<string>(undefined)

  useEffect(() => {
    if (token.current !== undefined) return
    token.current = new URLSearchParams(window.location.search).get('token') ?? ''
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (!token.current) {
      setState({ step: 'invalid' })
      return
    }
    void look(token.current).then(setState)
  }, [])

  async function press() {
    if (state.step !== 'question' || state.working) return
    setState({ ...state, working: true, failed: false })
    try {
      const link = await reportNotMe(token.current ?? '')
      setState(link.state === 'done' ? { step: 'done', outcome: link.outcome, already: false } : { step: 'invalid' })
    } catch {
      setState({ ...state, working: false, failed: true })
    }
  }

  return { state, press }
}

async function look(token: string): Promise<NotMeStep> {
  const question = { step: 'question', working: false, failed: false } as const
  try {
    const link = await fetchNotice(token)
    if (link.state === 'unknown') return { step: 'invalid' }
    if (link.state === 'done') return { step: 'done', outcome: link.outcome, already: true }
    return { ...question, notice: link }
  } catch {
    return question
  }
}
