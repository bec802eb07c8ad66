import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { mediaText as text } from './media.he'
import type { MediaFile, MediaKind } from './media.rules'
import { MediaGrid } from './media-grid'
import { UploadList } from './upload-list'

type MediaPickerProps = {
  kind: MediaKind
  /** The file that another is chosen for. */
  except?: string | undefined
  onChosen: (file: MediaFile) => void
  onClose: () => void
}

/** Chooses a file of the library, or uploads one first. */
export function MediaPicker({ kind, except, onChosen, onClose }: MediaPickerProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-[1080px]">
        <DialogTitle className="pe-10 text-xl">{text.pickTitles[kind]}</DialogTitle>
        <DialogDescription className="sr-only">{kind === 'picture' ? text.dropPictures : text.drop}</DialogDescription>
        <div className="mt-4">
          <UploadList kind={kind} />
        </div>
        <div className="pt-5">
          <MediaGrid kind={kind} readyOnly except={except} nameOf={text.pickThis} onChosen={onChosen} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
