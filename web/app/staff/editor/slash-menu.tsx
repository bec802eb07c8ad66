import { type Editor, useEditorState } from '@tiptap/react'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { editorText as text } from './editor.he'
import { INSERT_DIALOGS, type InsertDialog } from './insert-bar'
import { matchingCommands, placeOfMenu, type SlashCommand, slashQuery } from './slash.rules'

const NAMES = { ...text.tools, ...text.insert }
const TABLE = { rows: 3, cols: 3, withHeaderRow: true }

type SlashMenuProps = {
  editor: Editor
  /** What may be put in by a dialog. */
  inserts: readonly InsertDialog[]
  /** Opens the dialog of what wants one. */
  onAsk: (dialog: InsertDialog) => void
}

/** Where the caret stands in a paragraph that is nothing but a slash and a word: that word, and the paragraph. */
function askedFor({ state, view }: Editor) {
  const { $from, empty } = state.selection
  const isParagraph =
    empty && $from.parent.type.name === 'paragraph' && $from.parentOffset === $from.parent.content.size
  const query = isParagraph ? slashQuery($from.parent.textContent) : undefined
  return query === undefined || !view.hasFocus() ? null : { query, from: $from.start(), to: $from.end() }
}

/** Whether it needs no dialog, or one that may be opened. */
const isOffered = (command: SlashCommand, inserts: readonly SlashCommand[]) =>
  inserts.includes(command) || !INSERT_DIALOGS.some((dialog) => dialog === command)

/** What can stand at the caret, chosen by its name: a slash in an empty paragraph opens it, arrows and Enter choose, Escape closes it. */
export function SlashMenu({ editor, inserts, onAsk }: SlashMenuProps) {
  const id = useId()
  const asked = useEditorState({ editor, selector: ({ editor: present }) => askedFor(present) })
  const [closed, setClosed] = useState<string>()
  const [place, setPlace] = useState(0)
  const query = asked?.query
  const isClosed = query === undefined || closed === query
  const found = isClosed ? [] : matchingCommands(query, NAMES).filter((command) => isOffered(command, inserts))
  const chosen = found[Math.min(place, found.length - 1)]
  useEffect(() => {
    if (query === undefined) setClosed(undefined)
    setPlace(0)
  }, [query])

  function run(command: SlashCommand) {
    if (!asked) return
    const chain = editor.chain().focus().deleteRange({ from: asked.from, to: asked.to })
    switch (command) {
      case 'heading':
        return chain.setHeading({ level: 2 }).run()
      case 'subheading':
        return chain.setHeading({ level: 3 }).run()
      case 'bulletList':
        return chain.toggleBulletList().run()
      case 'orderedList':
        return chain.toggleOrderedList().run()
      case 'blockquote':
        return chain.toggleBlockquote().run()
      case 'table':
        return chain.insertTable(TABLE).run()
      case 'rule':
        return chain.setHorizontalRule().run()
      case 'callout':
        return chain.toggleWrap('callout', { tone: 'note' }).run()
      default:
        chain.run()
        onAsk(command)
    }
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (found.length === 0 || event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: found.length - 1 }[event.key]
    if (step !== undefined) setPlace((Math.min(place, found.length - 1) + step) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) run(chosen)
    else if (event.key === 'Escape') setClosed(query)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const area = editor.view.dom
    const listen = (event: KeyboardEvent) => onKey(event)
    // Before the editor hears of the key.
    area.addEventListener('keydown', listen, true)
    return () => area.removeEventListener('keydown', listen, true)
  }, [editor])
  useEffect(() => {
    const area = editor.view.dom
    if (chosen) area.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    return () => area.removeAttribute('aria-activedescendant')
  }, [editor, chosen, id])
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Where there is room for it neither below nor above, the page goes along.
    if (chosen) list.current?.scrollIntoView({ block: 'nearest' })
    if (chosen) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])
  if (!asked || !chosen) return null
  const line = editor.view.coordsAtPos(asked.from)
  const { top, right: edge } = editor.view.dom.getBoundingClientRect()
  // What a keyboard on the screen leaves of the window.
  const visible = window.visualViewport?.height ?? window.innerHeight
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={text.slash}
      // Beside the slash, whose line runs from the right.
      style={{
        insetBlockStart: editor.view.dom.offsetTop + placeOfMenu(line, found.length, visible) - top,
        insetInlineStart: Math.max(8, edge - line.right),
      }}
      className="absolute z-20 max-h-72 w-60 overflow-y-auto rounded-card border border-rule bg-card p-1.5 shadow-float"
    >
      {found.map((command) => (
        <div
          key={command}
          id={`${id}-${command}`}
          role="option"
          tabIndex={-1}
          aria-selected={command === chosen}
          // The caret stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
          onKeyDown={() => undefined}
          className={clsx(
            'flex min-h-11 cursor-pointer items-center rounded-control px-3',
            command === chosen ? 'bg-blue-wash' : 'hover:bg-rule/40',
          )}
        >
          {NAMES[command]}
        </div>
      ))}
    </div>
  )
}
