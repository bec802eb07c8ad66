import { useState } from 'react'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { readMailRecipient, type UndeliveredMail } from './mails.calls'
import { mailsText as text } from './mails.he'

/** A recipient, masked until it is opened; opening is noted where the student sees it. */
export function MailRecipient({ mail: { id, recipient } }: { mail: UndeliveredMail }) {
  const [opened, setOpened] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function open() {
    setBusy(true)
    try {
      const address = await readMailRecipient(id)
      if (address) setOpened(address)
      else void toast.error(text.recipientFailed)
    } catch {
      void toast.error(text.recipientFailed)
    } finally {
      setBusy(false)
    }
  }
  if (opened) return <bdi dir="ltr">{opened}</bdi>
  return (
    <span className="inline-flex items-center gap-1">
      <bdi dir="ltr">{recipient}</bdi>
      <Button
        look="quiet"
        size="small"
        busy={busy}
        aria-label={text.showRecipient(recipient)}
        onClick={() => void open()}
      >
        {text.show}
      </Button>
    </span>
  )
}
