import { useState } from 'react'
import { mediaText as text } from './media.he'
import type { MediaFile } from './media.rules'
import { MediaGrid } from './media-grid'
import { MediaPanel } from './media-panel'
import { UploadList } from './upload-list'

/** The library: uploads, what is there, and what each file is and where it is used. */
export function MediaScreen({ ofLessons = true }: { ofLessons?: boolean }) {
  const [open, setOpen] = useState<MediaFile>()
  const kind = ofLessons ? undefined : 'picture'
  return (
    <>
      <header className="pt-6 pb-4">
        <h1 className="text-2xl">{text.title}</h1>
        <p className="mt-1 max-w-[70ch] text-ink-2">{ofLessons ? text.lead : text.leadPictures}</p>
      </header>
      <UploadList kind={kind} />
      <div className="pt-6">
        <MediaGrid kind={kind} hasShelves nameOf={text.open} onChosen={setOpen} />
      </div>
      {open && <MediaPanel key={open.id} file={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
