import { useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Loading } from '~/shared/ui/loading'
import { toast } from '~/shared/ui/toast'
import { type OpenedMail, type RefusedMail, readRefusedMail, takeRefusedMail } from './refused-mails.calls'
import { refusedMailsText as text } from './refused-mails.he'

/** What can be done with a mail that was dropped as a program's: read it, and take it to the tickets after all. */
export function DroppedMail({ mail }: { mail: RefusedMail }) {
  const [isOpen, setOpen] = useState(false)
  const [opened, setOpened] = useState<OpenedMail>()
  /** The ticket that it came to: the line stays until the list is read again, and leads there. */
  const [taken, setTaken] = useState<string>()
  const [busy, setBusy] = useState(false)
  const subject = mail.subject || text.noSubject

  const failed = (failure: unknown) => void toast.error(failure instanceof Error ? failure.message : text.senderFailed)
  // The dialog first: the focus comes back to the button from which it went.
  const read = async () => {
    setOpen(true)
    try {
      setOpened(await readRefusedMail(mail.id))
    } catch (failure) {
      setOpen(false)
      failed(failure)
    }
  }
  const take = async () => {
    setTaken((await takeRefusedMail(mail.id)) ?? '')
    void toast.success(text.taken)
  }
  const takeFromRow = async () => {
    setBusy(true)
    await take().catch(failed)
    setBusy(false)
  }
  if (taken !== undefined)
    return taken ? (
      <Link to={staffPaths.ticket(taken)} className="text-link">
        {text.ticket}
      </Link>
    ) : null
  return (
    <span className="inline-flex gap-1">
      <Button look="quiet" size="small" aria-label={text.readOf(subject)} onClick={() => void read()}>
        {text.read}
      </Button>
      <Button
        look="quiet"
        size="small"
        busy={busy}
        aria-label={text.takeOf(subject)}
        onClick={() => void takeFromRow()}
      >
        {text.take}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={subject}
          lead={text.takeLead}
          confirm={text.take}
          cancel={text.close}
          look="primary"
          onConfirm={take}
          onClose={() => setOpen(false)}
        >
          {opened ? <Opened mail={opened} /> : <Loading />}
        </ConfirmDialog>
      )}
    </span>
  )
}

const Opened = ({ mail: { sender, words, rest, files } }: { mail: OpenedMail }) => (
  <>
    <p className="text-sm">
      <bdi dir="ltr" className="[overflow-wrap:anywhere]">
        {sender}
      </bdi>
    </p>
    <Bidi as="p" className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">
      {words ?? ''}
    </Bidi>
    {rest && (
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer py-2 text-ink-2 text-sm">{text.rest}</summary>
        <Bidi as="p" className="whitespace-pre-line text-ink-2 text-sm [overflow-wrap:anywhere]">
          {rest}
        </Bidi>
      </details>
    )}
    {files.length > 0 && (
      <Alert tone="info" className="mt-3">
        {text.filesNotStored} <Bidi className="[overflow-wrap:anywhere]">{files.join(', ')}</Bidi>
      </Alert>
    )}
  </>
)
