import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { invitationsText as text } from './team.he'

type InvitationSentProps = { link: string; mailed: boolean; onClose: () => void }

/** What became of an invitation, with its link: told here and nowhere else. */
export function InvitationSent({ link, mailed, onClose }: InvitationSentProps) {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success(text.copied),
      () => toast.error(text.copyFailed),
    )
  return (
    <div className="mt-5 grid gap-4">
      <Alert tone={mailed ? 'success' : 'attention'}>{mailed ? text.sent : text.notSent}</Alert>
      <TextField
        label={text.link}
        hint={text.linkLead}
        type="url"
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button look="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </div>
  )
}
