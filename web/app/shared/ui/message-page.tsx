import type { ReactNode } from 'react'

type MessagePageProps = { title: string; children: ReactNode; busy?: boolean }

/** A short page in the middle: one heading, a few sentences, the ways on. */
export function MessagePage({ title, children, busy = false }: MessagePageProps) {
  return (
    <section
      aria-busy={busy || undefined}
      className="mx-auto flex min-h-[60vh] w-full max-w-[560px] flex-col justify-center px-4 py-12"
    >
      <h1 className="border-b border-ink pb-4 text-3xl">{title}</h1>
      <div className="mt-6 grid gap-5">{children}</div>
    </section>
  )
}
