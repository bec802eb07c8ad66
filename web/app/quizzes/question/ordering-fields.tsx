import { clsx } from 'clsx'
import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { fieldText as text } from './fields.he'
import { movedTo, placeAt } from './ordering.rules'
import { QuizText } from './quiz-text'
import type { FieldsProps, Presented } from './quiz-types.rules'

type OrderingQuestion = Extract<Presented, { kind: 'ordering' }>

const STEPS = [
  { by: -1, icon: 'chevron-up', name: text.moveUp },
  { by: 1, icon: 'chevron-down', name: text.moveDown },
] as const

/** Rows that are dragged by their handle, or moved by their arrows, into an order. */
export function OrderingFields({ presented, answer, onAnswer, labelledBy }: FieldsProps<OrderingQuestion>) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [heard, setHeard] = useState('')
  const order = answer && 'order' in answer ? answer.order : presented.items.map(({ id }) => id)
  const items = order.flatMap((id) => presented.items.find((item) => item.id === id) ?? [])

  function move(id: string, to: number) {
    const from = order.indexOf(id)
    if (to === from || to < 0 || to >= order.length) return
    onAnswer({ order: movedTo(order, from, to) })
    setHeard(text.placed(items[from]?.text ?? '', to + 1, order.length))
  }
  function step(id: string, to: number, button: HTMLElement) {
    move(id, to)
    // A row that is put elsewhere loses the focus on its way.
    requestAnimationFrame(() => button.focus())
  }
  function drag({ clientY }: PointerEvent) {
    if (dragged === null || !list.current) return
    const middles = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    move(dragged, placeAt(clientY, middles, order.indexOf(dragged)))
  }

  return (
    <div className="max-w-[640px]">
      <p className="mb-3 text-ink-3 text-sm">{text.orderHint}</p>
      <ol
        ref={list}
        aria-labelledby={labelledBy}
        onPointerMove={drag}
        onPointerUp={() => setDragged(null)}
        onLostPointerCapture={() => setDragged(null)}
        className="grid gap-2.5"
      >
        {items.map((item, index) => (
          <li
            key={item.id}
            className={clsx(
              'flex min-h-13 items-center gap-1 rounded-control border bg-card pe-1.5',
              dragged === item.id ? 'border-green shadow-float' : 'border-rule-2',
            )}
          >
            <span
              aria-hidden="true"
              title={text.drag}
              onPointerDown={({ pointerId }) => {
                // The list keeps the pointer: the row itself is put elsewhere while it is dragged.
                list.current?.setPointerCapture(pointerId)
                setDragged(item.id)
              }}
              className="grid min-h-13 w-12 shrink-0 cursor-grab touch-none select-none place-items-center self-stretch text-ink-3 active:cursor-grabbing"
            >
              {index + 1}
            </span>
            <span className="min-w-0 flex-1 py-2.5">
              <QuizText text={item.text} />
            </span>
            {STEPS.map(({ by, icon, name }) => (
              <button
                key={by}
                type="button"
                aria-label={name(item.text)}
                aria-disabled={index + by < 0 || index + by >= items.length}
                onClick={(event) => step(item.id, index + by, event.currentTarget)}
                className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-rule/40 aria-disabled:opacity-35"
              >
                <Icon name={icon} className="size-5" />
              </button>
            ))}
          </li>
        ))}
      </ol>
      {answer === null && (
        <Button look="secondary" size="small" className="mt-4" onClick={() => onAnswer({ order })}>
          {text.orderKeep}
        </Button>
      )}
      <p aria-live="polite" className="sr-only">
        {heard}
      </p>
    </div>
  )
}
