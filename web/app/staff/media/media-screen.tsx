import { useState } from 'react'
import { mediaText as text } from './media.he'
import type { MediaFile } from './media.rules'
import { MediaGrid } from './media-grid'
import { MediaPanel } from './media-panel'
import { UploadList } from './upload-list'

/** The library of pictures: uploads, what is there, and what each one shows. */
export function MediaScreen() {
  const [open, setOpen] = useState<MediaFile>()
  return (
    <>
      <header className="pt-6 pb-4">
        <h1 className="text-2xl">{text.title}</h1>
        <p className="mt-1 max-w-[70ch] text-ink-2">{text.lead}</p>
      </header>
      <UploadList />
      <div className="pt-6">
        <MediaGrid nameOf={text.open} onChosen={(file) => file.state === 'ready' && setOpen(file)} />
      </div>
      {open && <MediaPanel key={open.id} file={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
