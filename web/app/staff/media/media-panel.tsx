import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { mediaText as text } from './media.he'
import { type MediaFile, sizeAsRead } from './media.rules'
import { MediaUses } from './media-uses'
import { type Leave, PicturePart } from './picture-part'
import { StoredPart } from './stored-part'
import { VideoDetails } from './video-details'

/** One file of the library: what it is, where it is used, and what can be done with it. */
export function MediaPanel({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const client = useQueryClient()
  const done = () => {
    void client.invalidateQueries({ queryKey: ['staff', 'media'] })
    onClose()
  }
  // What was changed is kept, whatever closes the dialog.
  const leave = useRef<Leave>(null)
  return (
    <Dialog open onOpenChange={(open) => !open && !leave.current?.() && onClose()}>
      <DialogContent className="max-w-[640px]">
        <DialogTitle className="pe-12 text-2xl [overflow-wrap:anywhere]">
          <Bidi>{file.name}</Bidi>
        </DialogTitle>
        <DialogDescription className="mt-2 text-ink-2">
          {file.state === 'failed' ? (
            text.refusedTitle
          ) : (
            <>
              <bdi dir="ltr">{factsOf(file)}</bdi>
              {file.kind === 'picture' && text.facts(`\u2066${sizeAsRead(file.originalBytes)}\u2069`)}
            </>
          )}
        </DialogDescription>
        <div className="mt-5 grid gap-6">
          {file.state === 'failed' && <Alert tone="error">{text.failures[file.failure ?? ''] ?? text.refused}</Alert>}
          {file.state === 'ready' && !file.isTrashed && <Part file={file} leave={leave} onDone={done} />}
          <MediaUses file={file} onDone={done} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** Width and height, and what a video or file takes up. */
const factsOf = ({ kind, width, height, storedBytes }: MediaFile): string =>
  [width > 0 && `${width}×${height}`, kind !== 'picture' && sizeAsRead(storedBytes)].filter(Boolean).join(' · ')

function Part({ file, leave, onDone }: { file: MediaFile; leave: RefObject<Leave>; onDone: () => void }) {
  if (file.kind === 'picture') return <PicturePart file={file} leave={leave} onDone={onDone} />
  if (file.kind === 'video') return <VideoDetails file={file} onDone={onDone} />
  return <StoredPart file={file} />
}
