import { useState } from 'react'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import type { RichAttrs } from '~/site/rich-text/rich-text.rules'
import { MediaPicker } from '~/staff/media/media-picker'
import { editorText as text } from './editor.he'
import { pictureAttrs } from './rich-nodes.rules'

/** What a node is made of now, and what becomes of it. */
export type InsertDialogProps = { attrs: RichAttrs; onDone: (attrs: RichAttrs) => void; onClose: () => void }

/** Chooses a picture of the library, then asks what it shows. One that stands in the text already is only asked about. */
export function PictureDialog({ attrs, onDone, onClose }: InsertDialogProps) {
  const [picture, setPicture] = useState(attrs.src ? attrs : undefined)
  if (!picture)
    return <MediaPicker kind="picture" onChosen={(file) => setPicture(pictureAttrs(file))} onClose={onClose} />
  return <PictureWords attrs={picture} onDone={onDone} onClose={onClose} />
}

function PictureWords({ attrs, onDone, onClose }: InsertDialogProps) {
  const [alt, setAlt] = useState(attrs.alt ?? '')
  const [caption, setCaption] = useState(attrs.caption ?? '')
  const folder = useMediaUrl(attrs.src)
  return (
    <ConfirmDialog
      title={text.pictureTitle}
      lead={text.pictureLead}
      confirm={text.done}
      cancel={text.cancel}
      look="primary"
      onConfirm={async () => onDone({ ...attrs, alt: alt.trim(), caption: caption.trim() || null })}
      onClose={onClose}
    >
      {folder && (
        <img
          src={`${folder}${(attrs.widths ?? [0])[0]}.webp`}
          alt=""
          className="mb-4 max-h-48 rounded-control border border-rule"
        />
      )}
      <TextField
        label={text.pictureAlt}
        hint={text.pictureAltHint}
        maxLength={300}
        autoFocus
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <TextField
        className="mt-4"
        label={text.pictureCaption}
        maxLength={300}
        value={caption}
        onChange={({ target }) => setCaption(target.value)}
      />
    </ConfirmDialog>
  )
}

/** Asks for the words of a footnote. */
export function FootnoteDialog({ attrs, onDone, onClose }: InsertDialogProps) {
  const [footnote, setFootnote] = useState(attrs.text ?? '')
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      title={text.footnoteTitle}
      lead={text.footnoteLead}
      confirm={text.done}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        setProblem(footnote.trim() ? undefined : text.footnoteEmpty)
        return footnote.trim() !== ''
      }}
      onConfirm={async () => onDone({ text: footnote.trim() })}
      onClose={onClose}
    >
      <TextArea
        label={text.footnoteWords}
        rows={4}
        maxLength={500}
        autoFocus
        value={footnote}
        error={problem}
        onChange={({ target }) => setFootnote(target.value)}
      />
    </ConfirmDialog>
  )
}
