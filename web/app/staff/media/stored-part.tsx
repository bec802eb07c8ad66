import { useState } from 'react'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { signFile } from './media.calls'
import { mediaText as text } from './media.he'
import type { MediaFile } from './media.rules'

/** A file to take along, which is saved and never opened. */
export function StoredPart({ file }: { file: MediaFile }) {
  const [failed, setFailed] = useState(false)
  const take = () => {
    setFailed(false)
    signFile(file).then(
      (address) => window.location.assign(address),
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
