import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { mediaText as text } from './media.he'
import type { MediaFile } from './media.rules'
import { MediaGrid } from './media-grid'
import { UploadList } from './upload-list'

type PicturePickerProps = { onChosen: (file: MediaFile) => void; onClose: () => void }

/** Chooses a picture of the library, or uploads one first. */
export function PicturePicker({ onChosen, onClose }: PicturePickerProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-[1080px]">
        <DialogTitle className="pe-10 text-xl">{text.pickTitle}</DialogTitle>
        <DialogDescription className="mt-1 mb-4 text-ink-2">{text.drop}</DialogDescription>
        <UploadList />
        <div className="pt-5">
          <MediaGrid readyOnly nameOf={text.pickThis} onChosen={onChosen} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
