import { clsx } from 'clsx'
import { Tabs } from 'radix-ui'
import { type FocusEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { lessonPageText } from './lesson-page.he'

/** A part of the lesson page; `fills` keeps to the height of the panel and scrolls inside by itself. */
export type LessonPart = { id: string; title: string; content: ReactNode; fills?: boolean }

type LessonTabsProps = { parts: readonly LessonPart[]; open: string; onOpen: (id: string) => void }

/**
 * The parts of a lesson under or beside the player. On a phone the player and the row of names stay in sight while a
 * part is read. Once something is written there, the picture makes room for the keyboard, until the person moves the
 * video or opens another part. Parts stay mounted, so that nothing that was typed or searched is lost between them.
 */
export function LessonTabs({ parts, open, onOpen }: LessonTabsProps) {
  const root = useRef<HTMLDivElement>(null)
  const names = useRef<HTMLDivElement>(null)
  const [writing, setWriting] = useState(false)
  const settled = useRef(writing)

  /** On a phone the part that is used fills the window from under the player, or from its top while one writes. */
  const bringInSight = () => {
    if (names.current && getComputedStyle(names.current).position === 'sticky')
      root.current?.scrollIntoView({ block: 'start' })
  }
  useLayoutEffect(() => {
    if (settled.current === writing) return
    settled.current = writing
    bringInSight()
  })
  const choose = (id: string) => {
    onOpen(id)
    setWriting(false)
    bringInSight()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target.matches('textarea, input[type=text]')) setWriting(true)
  }
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[data-seeks]')) setWriting(false)
  }
  return (
    <Tabs.Root
      ref={root}
      value={open}
      onValueChange={choose}
      data-writing={writing || undefined}
      className="lesson-tabs"
    >
      <Tabs.List ref={names} aria-label={lessonPageText.parts} className="lesson-tab-names">
        {parts.map(({ id, title }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="min-h-12 grow rounded-t-control px-1 font-semibold text-ink-2 hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:text-green-ink data-[state=active]:shadow-[inset_0_-3px_0_var(--color-green)]"
          >
            {title}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {parts.map(({ id, content, fills }) => (
        <Tabs.Content
          key={id}
          value={id}
          forceMount
          hidden={id !== open}
          tabIndex={-1}
          onFocus={onFocus}
          onClick={onClick}
          className={clsx('lesson-part', fills && 'lesson-part-fills')}
        >
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
