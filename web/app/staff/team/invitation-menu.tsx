import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buttonClass } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { Dialog, DialogContent, DialogTitle } from '~/shared/ui/dialog'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { toast } from '~/shared/ui/toast'
import { InvitationSent } from './invitation-sent'
import { inviteMember, revokeInvitation } from './team.calls'
import { teamText, invitationsText as text } from './team.he'
import type { Invitation } from './team.rules'

/** Sends an invitation anew or takes it back. */
export function InvitationMenu({ invitation }: { invitation: Invitation }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'resend' | 'revoke'>()
  const [sent, setSent] = useState<{ link: string; mailed: boolean }>()
  const listAnew = () => client.invalidateQueries({ queryKey: ['staff', 'team'] })
  const resend = async () => setSent(await inviteMember(invitation))
  const revoke = async () => {
    await revokeInvitation(invitation.id)
    void toast.success(text.revoked)
    await listAnew()
  }
  // The row is another one afterwards, so the list comes anew when the link was read.
  const done = () => {
    setSent(undefined)
    void listAnew()
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={text.menu(invitation.email)}
          className={`${buttonClass('quiet', 'small')} min-h-9!`}
        >
          ⋯
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setAsking('resend')}>{text.resend}</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setAsking('revoke')}>{text.revoke}</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {asking && (
        <ConfirmDialog
          title={asking === 'resend' ? text.resendTitle : text.revokeTitle}
          lead={asking === 'resend' ? text.resendLead : text.revokeLead}
          confirm={asking === 'resend' ? text.resendConfirm : text.revokeConfirm}
          cancel={teamText.cancel}
          look={asking === 'resend' ? 'primary' : 'danger'}
          onConfirm={asking === 'resend' ? resend : revoke}
          onClose={() => setAsking(undefined)}
        />
      )}
      {sent && (
        <Dialog open onOpenChange={(open) => !open && done()}>
          <DialogContent aria-describedby={undefined}>
            <DialogTitle className="pe-12 text-2xl">{text.inviteTitle}</DialogTitle>
            <InvitationSent {...sent} onClose={done} />
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}
