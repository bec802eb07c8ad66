import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from './alert'

type LinkPageProps = { state: string; title: string; failure: string | undefined; children: ReactNode }

/** What a link in a mail leads to, without signing in; a new state takes the focus to its title. */
export function LinkPage({ state, title, failure, children }: LinkPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current !== state) heading.current?.focus()
    shown.current = state
  }, [state])
  return (
    <section className="mx-auto flex min-h-[60vh] w-full max-w-[560px] flex-col justify-center px-5 py-12">
      <h1 ref={heading} tabIndex={-1} className="border-ink border-b pb-4 text-3xl outline-none">
        {title}
      </h1>
      <div className="mt-6 grid gap-5">
        {failure && <Alert tone="error">{failure}</Alert>}
        {children}
      </div>
    </section>
  )
}
