import { formatShortMoment } from '~/shared/formats/dates'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { formText as text } from './form.he'

type KeptEditsNoticeProps = { at: number; onTake: () => void; onForget: () => void }

/** Offers what an earlier page left unsaved, in this browser or another. */
export function StoredEditsNotice({ at, onTake, onForget }: KeptEditsNoticeProps) {
  return (
    <Alert tone="attention">
      <p>{text.leftUnsaved(formatShortMoment(new Date(at).toISOString()))}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={onTake}>
          {text.takeLeft}
        </Button>
        <Button look="quiet" size="small" onClick={onForget}>
          {text.forgetLeft}
        </Button>
      </div>
    </Alert>
  )
}
