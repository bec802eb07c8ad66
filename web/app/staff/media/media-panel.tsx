import { useQueryClient } from '@tanstack/react-query'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { FilmPart } from './film-part'
import { mediaText as text } from './media.he'
import { type MediaFile, sizeAsRead } from './media.rules'
import { MediaUses } from './media-uses'
import { PicturePart } from './picture-part'
import { StoredPart } from './stored-part'

/** One file of the library: what it is, where it is used, and what can be done with it. */
export function MediaPanel({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const client = useQueryClient()
  const done = () => {
    void client.invalidateQueries({ queryKey: ['staff', 'media'] })
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-[640px]">
        <DialogTitle className="pe-12 text-2xl [overflow-wrap:anywhere]">
          <bdi>{file.name}</bdi>
        </DialogTitle>
        <DialogDescription className="mt-2 text-ink-2">
          {file.state === 'failed' ? (
            (text.failures[file.failure ?? ''] ?? text.refused)
          ) : (
            <>
              <bdi dir="ltr">{factsOf(file)}</bdi>
              {file.kind === 'picture' && text.facts(`\u2066${sizeAsRead(file.originalBytes)}\u2069`)}
            </>
          )}
        </DialogDescription>
        <div className="mt-5 grid gap-6">
          {file.state === 'ready' && !file.isTrashed && <Part file={file} onDone={done} />}
          <MediaUses file={file} onDone={done} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** Width and height, and what a video or file takes up. */
const factsOf = ({ kind, width, height, storedBytes }: MediaFile): string =>
  [width > 0 && `${width}×${height}`, kind !== 'picture' && sizeAsRead(storedBytes)].filter(Boolean).join(' · ')

function Part({ file, onDone }: { file: MediaFile; onDone: () => void }) {
  if (file.kind === 'picture') return <PicturePart file={file} onDone={onDone} />
  if (file.kind === 'video') return <FilmPart file={file} onDone={onDone} />
  return <StoredPart file={file} />
}
