import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { KeyCap } from '~/staff/keys/key-cap'
import { editorText as text } from './editor.he'

/** The keys of the editor and what is written instead of pressed, by what they make. */
export function EditorKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{text.keysTitle}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{text.keysLead}</DialogDescription>
        <dl className="mt-4">
          {text.keys.map(([does, keys]) => (
            <div
              key={does}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rule border-b py-2"
            >
              <dt>{does}</dt>
              <dd className="flex flex-wrap gap-1.5">
                {keys.map((key) => (
                  <KeyCap key={key} name={key} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  )
}
