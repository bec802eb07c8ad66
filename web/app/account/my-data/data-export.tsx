import { useState } from 'react'
import { useFreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import { saveFile } from '~/shared/browser/save-file'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { exportMyData, type MyData } from './my-data.calls'
import { exportText as text } from './my-data-file.he'
import { toReadablePage } from './readable-page'

/** A day as files are named by it, `2026-11-22`. */
const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Jerusalem' })

type Format = 'page' | 'data'

/** Takes out everything that is held about the student, to be read or to be used; both come from one copy. */
export function DataExport() {
  const { run, dialog } = useFreshSignIn()
  const [copy, setCopy] = useState<MyData>()
  const [busy, setBusy] = useState<Format>()
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string }>()

  async function take(format: Format) {
    setBusy(format)
    setOutcome(undefined)
    try {
      const taken = copy ?? (await run(exportMyData))
      if (taken === 'cancelled') return
      setCopy(taken)
      save(taken, format)
      setOutcome({ tone: 'success', text: text.done })
    } catch (cause) {
      const { code, message } = toAppError(cause)
      setOutcome({ tone: 'error', text: code === 'TOO_MANY_REQUESTS' ? text.limitMet : message })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <div className="grid gap-4 pt-3">
      <p className="text-ink-2">{text.lead}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" busy={busy === 'page'} disabled={busy !== undefined} onClick={() => void take('page')}>
          {text.asPage}
        </Button>
        <Button look="secondary" busy={busy === 'data'} disabled={busy !== undefined} onClick={() => void take('data')}>
          {text.asData}
        </Button>
      </div>
      {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
      {dialog}
    </div>
  )
}

function save(copy: MyData, format: Format): void {
  const name = text.fileName(DAY.format(new Date(copy.exported_at)))
  if (format === 'page') saveFile(`${name}.html`, 'text/html', toReadablePage(copy))
  else saveFile(`${name}.json`, 'application/json', JSON.stringify(copy, null, 2))
}
