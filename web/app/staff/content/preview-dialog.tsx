import { useId, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { formatShortMoment } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Button, buttonClass } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { endPreviews, makePreview } from './content.calls'
import { previewDialogText as text } from './preview-dialog.he'

type PreviewDialogProps = { kind: ContentKind; id: string; onClose: () => void }

/** Makes a link that shows the saved draft for a while, and ends those that were made. */
export function PreviewDialog({ kind, id, onClose }: PreviewDialogProps) {
  const select = useId()
  const [hours, setHours] = useState('24')
  const [link, setLink] = useState<{ address: string; expiresAt: string }>()
  const [busy, setBusy] = useState(false)

  async function run(act: () => Promise<unknown>) {
    setBusy(true)
    await act().catch((failure: unknown) => void toast.error(toAppError(failure).message))
    setBusy(false)
  }
  async function copy(address: string) {
    await navigator.clipboard.writeText(address)
    void toast.success(text.copied)
  }
  async function end() {
    const ended = await endPreviews(kind, id)
    setLink(undefined)
    void toast.success(ended > 0 ? plural(ended, text.ended) : text.none)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-10 text-xl">{text.title}</DialogTitle>
        <DialogDescription className="mt-2 text-ink-2">
          {text.lead} {kind === 'quiz' && text.quizLead}
        </DialogDescription>
        {link ? (
          <div role="status" className="mt-5">
            <TextField
              label={text.link}
              hint={text.until(formatShortMoment(link.expiresAt))}
              value={link.address}
              dir="ltr"
              readOnly
              onFocus={({ target }) => target.select()}
            />
            <p className="mt-4 flex flex-wrap gap-3">
              <a
                href={link.address}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass('primary', 'small')}
              >
                {text.open}
              </a>
              <Button look="secondary" size="small" onClick={() => void run(() => copy(link.address))}>
                {text.copy}
              </Button>
            </p>
          </div>
        ) : (
          <div className="mt-5 grid gap-4">
            <div>
              <label htmlFor={select} className="mb-1 block font-semibold">
                {text.duration}
              </label>
              <select
                id={select}
                value={hours}
                onChange={({ target }) => setHours(target.value)}
                className="block min-h-12 w-full rounded-control border border-field bg-card px-3"
              >
                {Object.entries(text.hours).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <Button
              look="primary"
              size="small"
              busy={busy}
              onClick={() => void run(async () => setLink(await makePreview(kind, id, Number(hours))))}
            >
              {text.make}
            </Button>
          </div>
        )}
        <Button look="quiet" size="small" busy={busy} className="mt-4" onClick={() => void run(end)}>
          {text.end}
        </Button>
      </DialogContent>
    </Dialog>
  )
}
