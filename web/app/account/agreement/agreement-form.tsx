import { type FormEvent, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { toast } from '~/shared/ui/toast'
import { agreeToTexts, type PendingText } from './agreement.calls'
import { agreementText as text } from './agreement.he'

type AgreementFormProps = {
  texts: PendingText[]
  onAgreed: () => Promise<void>
  /** Another version came while this one was read. */
  onChanged: () => Promise<void>
}

/** One box for all texts on the page, and the way on. */
export function AgreementForm({ texts, onAgreed, onChanged }: AgreementFormProps) {
  const [agrees, setAgrees] = useState(false)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'attention' | 'error'; words: string }>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!agrees)
    if (!agrees || busy) return
    setBusy(true)
    setNotice(undefined)
    try {
      if (await agreeToTexts(texts.map(({ id }) => id))) {
        void toast.success(text.agreed)
        await onAgreed()
      } else {
        setAgrees(false)
        await onChanged()
        setNotice({ tone: 'attention', words: text.changed })
      }
    } catch (cause) {
      setNotice({ tone: 'error', words: toAppError(cause).message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-10 grid gap-5 border-ink border-t pt-6">
      {notice && <Alert tone={notice.tone}>{notice.words}</Alert>}
      <CheckboxField
        label={text.agree(texts.map(({ title }) => title))}
        checked={agrees}
        error={missing && !agrees ? text.agreeMissing : undefined}
        onChange={({ target }) => setAgrees(target.checked)}
      />
      <Button type="submit" look="learn" busy={busy} className="justify-self-start">
        {text.submit}
      </Button>
    </form>
  )
}
