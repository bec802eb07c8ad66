import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { isFocusLost } from '~/shared/browser/near-focus'
import { toAppError } from '~/shared/errors/errors'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { Icon } from '~/shared/ui/icon'
import { toast } from '~/shared/ui/toast'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import type { ListedContent } from './content.calls'
import { LessonMoveDialog } from './lesson-move-dialog'
import { type Move, moveContent } from './order.calls'
import { orderText as text } from './order.he'
import { PlaceDialog } from './place-dialog'
import { useRowDrag } from './use-row-drag'

const BUTTON = 'grid size-8 place-items-center rounded-control text-ink-2 hover:bg-rule/40 pointer-coarse:size-11'

type OrderCellProps = {
  kind: ContentKind
  record: ListedContent
  /** The course of lessons. */
  parent: string | undefined
  /** The rows of the page, in their order. */
  rows: ListedContent[]
}

/** Moves a row: dragged by its handle, a step up or down, to a place, or to another course. The server keeps the order. */
export function OrderCell({ kind, record, parent, rows }: OrderCellProps) {
  const { id, title } = record
  const client = useQueryClient()
  const [asking, setAsking] = useState<'place' | 'course'>()
  /** Moves it and says where it stands; what it throws is thrown on. */
  async function settle(move: Move) {
    try {
      const { place, of, was } = await moveContent(kind, id, move)
      if (place === was) void toast.info(text.same(title, place, of))
      else
        void toast.success(text.moved(title, place, of), { label: text.undo, onClick: () => void run({ place: was }) })
    } finally {
      await client.invalidateQueries({ queryKey: ['staff', 'content', kind] })
    }
  }
  const run = (move: Move) => settle(move).catch((failure: unknown) => void toast.error(toAppError(failure).message))
  async function step(by: -1 | 1, button: HTMLElement) {
    await run({ step: by })
    // A row that is put elsewhere loses the focus on its way; whoever went elsewhere meanwhile stays there.
    requestAnimationFrame(() => isFocusLost() && button.focus())
  }
  const last = rows.at(-1)?.id ?? id
  const { handle, line } = useRowDrag(id, (before) => void run(before ? { before } : { behind: last }))
  return (
    <span className="flex items-center">
      <span
        aria-hidden="true"
        title={text.drag}
        {...handle}
        className="grid size-8 cursor-grab touch-none select-none place-items-center text-ink-3 active:cursor-grabbing pointer-coarse:size-11"
      >
        ⠿
      </span>
      <button
        type="button"
        aria-label={text.up(title)}
        onClick={({ currentTarget }) => void step(-1, currentTarget)}
        className={BUTTON}
      >
        <Icon name="chevron-up" className="size-4" />
      </button>
      <button
        type="button"
        aria-label={text.down(title)}
        onClick={({ currentTarget }) => void step(1, currentTarget)}
        className={BUTTON}
      >
        <Icon name="chevron-down" className="size-4" />
      </button>
      <DropdownMenu>
        <DropdownMenuTrigger aria-label={text.more(title)} className={BUTTON}>
          <span aria-hidden="true">⋯</span>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setAsking('place')}>{text.toPlace}</DropdownMenuItem>
          {kind === 'lesson' && (
            <DropdownMenuItem onSelect={() => setAsking('course')}>{text.toCourse}</DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {line &&
        createPortal(
          <span aria-hidden="true" style={line} className="pointer-events-none fixed z-50 h-0.5 bg-green" />,
          document.body,
        )}
      {asking === 'place' && (
        <PlaceDialog title={title} onPlace={(place) => settle({ place })} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'course' && (
        <LessonMoveDialog id={id} title={title} course={parent} onClose={() => setAsking(undefined)} />
      )}
    </span>
  )
}
