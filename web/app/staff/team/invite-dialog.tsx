import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { TextField } from '~/shared/ui/text-field'
import { InvitationSent } from './invitation-sent'
import { RoleField } from './role-field'
import { givenRolesQuery, inviteMember } from './team.calls'
import { teamText, invitationsText as text } from './team.he'

const LONGEST_NAME = 100

/** Invites somebody to the team; afterwards it tells the link, once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: roles = [] } = useQuery(givenRolesQuery())
  const [asked, setAsked] = useState({ email: '', firstName: '', lastName: '' })
  const [role, setRole] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ link: string; mailed: boolean }>()
  // The least of the known roles, so that power is given on purpose only.
  const chosen = role ?? roles.filter((name) => name !== 'unknown').at(-1) ?? ''
  const field = (name: keyof typeof asked) => ({
    value: asked[name],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setAsked({ ...asked, [name]: target.value })
      setMissing(false)
    },
  })

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!asked.email.trim()) return setMissing(true)
    setBusy(true)
    setFailure(undefined)
    try {
      setSent(await inviteMember({ ...asked, email: asked.email.trim().toLowerCase(), role: chosen }))
      await client.invalidateQueries({ queryKey: ['staff', 'team'] })
    } catch (cause) {
      setFailure(toAppError(cause).message)
    }
    setBusy(false)
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogTitle className="pe-12 text-2xl">{text.inviteTitle}</DialogTitle>
        <DialogDescription className="mt-3 text-ink-2">{text.inviteLead}</DialogDescription>
        {sent ? (
          <InvitationSent {...sent} onClose={onClose} />
        ) : (
          <form noValidate onSubmit={(event) => void send(event)} className="mt-5 grid gap-4">
            <TextField
              label={text.email}
              type="email"
              error={missing ? text.emailMissing : undefined}
              autoFocus
              {...field('email')}
            />
            <div className="grid gap-4 md:grid-cols-2">
              <TextField label={text.firstName} maxLength={LONGEST_NAME} {...field('firstName')} />
              <TextField label={text.lastName} maxLength={LONGEST_NAME} {...field('lastName')} />
            </div>
            <RoleField label={text.role} roles={roles} value={chosen} onChange={setRole} />
            {failure && <Alert tone="error">{failure}</Alert>}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="primary" busy={busy}>
                {text.send}
              </Button>
              <Button look="secondary" onClick={onClose}>
                {teamText.cancel}
              </Button>
            </div>
          </form>
        )}
      </DialogContent>
    </Dialog>
  )
}
