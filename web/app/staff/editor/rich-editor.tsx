import './editor.css'
import { closeHistory } from '@tiptap/pm/history'
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { useMay } from '~/staff/shared/use-may'
import { editorText as text } from './editor.he'
import { EditorBar } from './editor-bar'
import { editorHands } from './editor-hands'
import { editorKit } from './editor-kit'
import { INSERT_DIALOGS, type InsertDialog } from './insert-bar'
import { PasteNotice } from './paste-notice'
import type { NotPasted } from './read-paste'
import { readPaste } from './read-paste'
import { countWords, richLines } from './rich-values.rules'
import { setEditorContent } from './set-editor-content'
import { SlashMenu } from './slash-menu'

type RichEditorProps = { label: string; value: string; onChange: (json: string) => void }

/** What may be put in by a dialog: pictures and facts for whoever may read them, as not everyone who writes a mail may. */
function useInserts(): InsertDialog[] {
  const seesPictures = useMay('list_media_files', 'add_media_file')
  const seesFacts = useMay('list_finance_facts')
  return INSERT_DIALOGS.filter((name) => (name !== 'picture' || seesPictures) && (name !== 'fact' || seesFacts))
}

/** Writes a text as its page will show it. `value` is the editor's JSON; one that comes from elsewhere takes its place. */
export function RichEditor({ label, value, onChange }: RichEditorProps) {
  const written = useRef(value)
  const [asked, setAsked] = useState<InsertDialog>()
  const [asksLink, setAsksLink] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const inserts = useInserts()
  const ask = useEffectEvent((kind: string) => {
    const dialog = inserts.find((name) => name === kind)
    if (dialog) setAsked(dialog)
    return dialog !== undefined
  })
  // The dialog of pictures shows how far they have come, and each can be chosen once it is there.
  const upload = useEffectEvent((files: File[]) => {
    if (ask('picture'))
      void import('~/staff/media/upload-queue').then(({ uploadQueue }) => uploadQueue.take(files, 'picture'))
  })
  const [notPasted, setNotPasted] = useState<NotPasted>()
  const takePaste = useEffectEvent((html: string) => {
    const pasted = readPaste(html)
    setNotPasted(pasted.notPasted)
    if (pasted.files.length > 0) upload(pasted.files)
    return pasted.html
  })
  const origin = useMediaUrl('/')?.slice(0, -1) ?? ''
  const editor = useEditor({
    extensions: editorKit(origin),
    content: JSON.parse(value) as JSONContent,
    injectCSS: false,
    immediatelyRender: false,
    editorProps: {
      transformPastedHTML: (html) => takePaste(html),
      ...editorHands({
        onLink: () => setAsksLink(true),
        onNode: (kind) => ask(kind),
        onFiles: (files) => upload(files),
        onBar: () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
      }),
      attributes: { class: 'rich-area', role: 'textbox', 'aria-multiline': 'true', 'aria-label': text.area(label) },
    },
    // What is written right before or after a paste is another step of the way back.
    onTransaction({ editor: present, transaction }) {
      if (transaction.getMeta('paste')) present.view.dispatch(closeHistory(present.state.tr))
    },
    onUpdate({ editor: present }) {
      written.current = JSON.stringify(present.getJSON())
      onChange(written.current)
    },
  })
  // Before anything else is written: what came from elsewhere would take the place of that as well.
  useLayoutEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    setEditorContent(editor, JSON.parse(value) as JSONContent)
  }, [editor, value])
  const { words, minutes } = countWords(richLines(value))
  if (!editor) return null
  return (
    <div className="relative rounded-control border border-field bg-card outline-focus has-[.ProseMirror:focus-visible]:outline-3 has-[.ProseMirror:focus-visible]:outline-offset-2">
      <EditorBar {...{ editor, inserts, asked, asksLink, bar }} onAsk={setAsked} onLink={setAsksLink} />
      <EditorContent editor={editor} />
      <PasteNotice notPasted={notPasted} onClose={() => setNotPasted(undefined)} />
      <SlashMenu editor={editor} inserts={inserts} onAsk={setAsked} />
      <p role="status" className="border-rule border-t px-4 py-2 text-ink-2 text-sm">
        {plural(words, text.counted)}, {plural(minutes, text.minutes)}
      </p>
    </div>
  )
}
