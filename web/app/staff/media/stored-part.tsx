import { useState } from 'react'
import { signStoredFile } from '~/course/files/stored-files.calls'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { mediaText as text } from './media.he'
import type { MediaFile } from './media.rules'

const VALID_FOR_SECONDS = 60

/** A file to take along, which is saved and never opened. */
export function StoredPart({ file }: { file: MediaFile }) {
  const [failed, setFailed] = useState(false)
  const take = () => {
    setFailed(false)
    signStoredFile('lesson-files', file.path ?? '', VALID_FOR_SECONDS).then(
      (address) => window.location.assign(`${address}&download=${encodeURIComponent(file.name)}`),
      () => setFailed(true),
    )
  }
  return (
    <div className="grid gap-3">
      <Button look="secondary" size="small" className="justify-self-start" onClick={take}>
        {text.download}
      </Button>
      {failed && <Alert tone="error">{text.downloadFailed}</Alert>}
    </div>
  )
}
