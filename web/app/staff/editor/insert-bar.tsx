import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { Suspense } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { readingText } from '~/site/rich-text/reading-page.he'
import type { CalloutTone, RichAttrs } from '~/site/rich-text/rich-text.rules'
import { editorText as text } from './editor.he'
import { Tool } from './tool'

const DIALOGS = {
  picture: lazyPart(() => import('./insert-dialogs').then((part) => part.PictureDialog)),
  footnote: lazyPart(() => import('./insert-dialogs').then((part) => part.FootnoteDialog)),
  fact: lazyPart(() => import('./choose-dialogs').then((part) => part.FactDialog)),
  formula: lazyPart(() => import('./formula-dialog').then((part) => part.FormulaDialog)),
  courseCard: lazyPart(() => import('./choose-dialogs').then((part) => part.CourseDialog)),
}
/** What wants a dialog before it stands in a text. */
export type InsertDialog = keyof typeof DIALOGS
export const INSERT_DIALOGS = Object.keys(DIALOGS) as InsertDialog[]

const TONES = Object.entries(readingText.callouts) as [CalloutTone, string][]

type InsertBarProps = {
  editor: Editor
  inserts: readonly InsertDialog[]
  /** The dialog that is open. */
  asked: InsertDialog | undefined
  onAsk: (dialog: InsertDialog | undefined) => void
}

/** What can stand in a text besides words. A node that is chosen is changed by the button that makes one. */
export function InsertBar({ editor, inserts, asked, onAsk }: InsertBarProps) {
  const is = useEditorState({
    editor,
    selector: ({ editor: present }) => ({
      picture: present.isActive('picture'),
      footnote: present.isActive('footnote'),
      courseCard: present.isActive('courseCard'),
      fact: present.isActive('fact'),
      formula: present.isActive('formula'),
      tone: present.isActive('callout') ? (present.getAttributes('callout').tone as CalloutTone) : undefined,
    }),
  })
  const run = () => editor.chain().focus()
  const Dialog = asked && DIALOGS[asked]
  function put(kind: InsertDialog, attrs: RichAttrs) {
    if (is[kind]) run().updateAttributes(kind, attrs).run()
    // Behind what is chosen, never in its place.
    else run().insertContentAt(editor.state.selection.to, { type: kind, attrs }).run()
    onAsk(undefined)
  }
  return (
    <>
      {inserts.map((kind) => (
        <Tool key={kind} name={text.insert[kind]} pressed={is[kind]} onClick={() => onAsk(kind)} />
      ))}
      <Tool
        name={text.insert.callout}
        pressed={is.tone !== undefined}
        onClick={() => run().toggleWrap('callout', { tone: 'note' }).run()}
      />
      {is.tone && (
        <fieldset aria-label={text.callout} className="flex gap-1 sm:basis-full sm:flex-wrap">
          {TONES.map(([tone, name]) => (
            <Tool
              key={tone}
              name={name}
              pressed={is.tone === tone}
              onClick={() => run().updateAttributes('callout', { tone }).run()}
            />
          ))}
          <Tool name={text.removeCallout} onClick={() => run().lift('callout').run()} />
        </fieldset>
      )}
      {asked && Dialog && (
        <Suspense>
          <Dialog
            attrs={is[asked] ? (editor.getAttributes(asked) as RichAttrs) : {}}
            onDone={(attrs: RichAttrs) => put(asked, attrs)}
            onClose={() => onAsk(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
