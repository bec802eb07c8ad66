import { useState } from 'react'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'

type MaskedAddressProps = {
  masked: string
  /** Opens and reads the whole address; null where it is gone. */
  read: () => Promise<string | null>
  words: { show: string; showOf: (masked: string) => string; failed: string }
}

/** An address of a mail, masked until it is opened; opening is noted where the student sees it. */
export function MaskedAddress({ masked, read, words }: MaskedAddressProps) {
  const [opened, setOpened] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function open() {
    setBusy(true)
    try {
      const address = await read()
      if (address) setOpened(address)
      else void toast.error(words.failed)
    } catch {
      void toast.error(words.failed)
    } finally {
      setBusy(false)
    }
  }
  if (opened) return <bdi dir="ltr">{opened}</bdi>
  return (
    <span className="inline-flex items-center gap-1">
      <bdi dir="ltr">{masked}</bdi>
      <Button look="quiet" size="small" busy={busy} aria-label={words.showOf(masked)} onClick={() => void open()}>
        {words.show}
      </Button>
    </span>
  )
}
