import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { type RefObject, useState } from 'react'
import { editorText as text } from './editor.he'
import { EditorKeys } from './editor-keys'
import { InsertBar, type InsertDialog } from './insert-bar'
import { LinkDialog } from './link-dialog'
import { Tool } from './tool'
import { useToolbarKeys } from './use-toolbar-keys'

const TABLE = { rows: 3, cols: 3, withHeaderRow: true }

type EditorBarProps = {
  editor: Editor
  /** What may be put in by a dialog. */
  inserts: readonly InsertDialog[]
  asked: InsertDialog | undefined
  onAsk: (dialog: InsertDialog | undefined) => void
  asksLink: boolean
  onLink: (asks: boolean) => void
  bar: RefObject<HTMLDivElement | null>
}

/** The buttons over a text: what the words under the caret are, and what they can become. */
export function EditorBar({ editor, inserts, asked, onAsk, asksLink, onLink, bar }: EditorBarProps) {
  const [showsKeys, setShowsKeys] = useState(false)
  const is = useEditorState({
    editor,
    selector: ({ editor: present }) => ({
      heading: present.isActive('heading', { level: 2 }),
      subheading: present.isActive('heading', { level: 3 }),
      bold: present.isActive('bold'),
      italic: present.isActive('italic'),
      code: present.isActive('code'),
      link: present.isActive('link'),
      bulletList: present.isActive('bulletList'),
      orderedList: present.isActive('orderedList'),
      blockquote: present.isActive('blockquote'),
      table: present.isActive('table'),
      // Brings buttons of its own.
      callout: present.isActive('callout'),
      canUndo: present.can().undo(),
      canRedo: present.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()
  const { tools, tableTools } = text
  const keys = useToolbarKeys(bar)
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text.bar}
      onFocus={keys.onFocus}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.commands.focus()
        else keys.onKeyDown(event)
      }}
      className="sticky top-0 z-10 flex gap-1 overflow-x-auto rounded-t-control border-rule border-b bg-card px-2 py-1.5 sm:flex-wrap"
    >
      <Tool name={tools.heading} pressed={is.heading} onClick={() => run().toggleHeading({ level: 2 }).run()} />
      <Tool name={tools.subheading} pressed={is.subheading} onClick={() => run().toggleHeading({ level: 3 }).run()} />
      <Tool name={tools.bold} pressed={is.bold} onClick={() => run().toggleBold().run()} />
      <Tool name={tools.italic} pressed={is.italic} onClick={() => run().toggleItalic().run()} />
      <Tool name={tools.code} pressed={is.code} onClick={() => run().toggleCode().run()} />
      <Tool name={tools.link} pressed={is.link} onClick={() => onLink(true)} />
      <Tool name={tools.bulletList} pressed={is.bulletList} onClick={() => run().toggleBulletList().run()} />
      <Tool name={tools.orderedList} pressed={is.orderedList} onClick={() => run().toggleOrderedList().run()} />
      <Tool name={tools.blockquote} pressed={is.blockquote} onClick={() => run().toggleBlockquote().run()} />
      <Tool name={tools.table} onClick={() => run().insertTable(TABLE).run()} disabled={is.table} />
      <Tool name={tools.rule} onClick={() => run().setHorizontalRule().run()} />
      <Tool name={tools.undo} onClick={() => run().undo().run()} disabled={!is.canUndo} />
      <Tool name={tools.redo} onClick={() => run().redo().run()} disabled={!is.canRedo} />
      <InsertBar editor={editor} inserts={inserts} asked={asked} onAsk={onAsk} />
      <Tool name={text.keysName} onClick={() => setShowsKeys(true)} />
      {is.table && (
        <fieldset aria-label={text.table} className="flex gap-1 sm:basis-full sm:flex-wrap">
          <Tool name={tableTools.addRow} onClick={() => run().addRowAfter().run()} />
          <Tool name={tableTools.addColumn} onClick={() => run().addColumnAfter().run()} />
          <Tool name={tableTools.removeRow} onClick={() => run().deleteRow().run()} />
          <Tool name={tableTools.removeColumn} onClick={() => run().deleteColumn().run()} />
          <Tool name={tableTools.removeTable} onClick={() => run().deleteTable().run()} />
        </fieldset>
      )}
      {showsKeys && <EditorKeys onClose={() => setShowsKeys(false)} />}
      {asksLink && (
        <LinkDialog
          address={String(editor.getAttributes('link').href ?? '')}
          onConfirm={(address) => {
            const marked = run().extendMarkRange('link')
            if (address) marked.setMark('link', { href: address }).run()
            else marked.unsetMark('link').run()
          }}
          onClose={() => onLink(false)}
        />
      )}
    </div>
  )
}
