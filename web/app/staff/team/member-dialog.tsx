import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { RoleField } from './role-field'
import { endMemberSessions, givenRolesQuery, resetMemberStep, setMemberActive, setMemberRole } from './team.calls'
import { teamText as text } from './team.he'
import type { TeamMember } from './team.rules'

const SHORTEST_REASON = 3
const LONGEST_REASON = 500

export type MemberAction = 'role' | 'close' | 'end' | 'step'

const ACTS = {
  role: { title: text.roleTitle, lead: text.roleLead, confirm: text.roleConfirm, done: text.roleDone },
  close: { title: text.closeTitle, lead: text.closeLead, confirm: text.closeConfirm, done: text.closed },
  end: { title: text.endTitle, lead: text.endLead, confirm: text.endConfirm, done: text.ended },
  step: { title: text.resetTitle, lead: text.resetLead, confirm: text.resetConfirm, done: text.reset },
}

type MemberDialogProps = { act: MemberAction; member: TeamMember; onReopen: () => void; onClose: () => void }

/** Says what an act on a member costs, asks for what it needs, and does it. */
export function MemberDialog({ act, member, onReopen, onClose }: MemberDialogProps) {
  const client = useQueryClient()
  const roles = useQuery({ ...givenRolesQuery(), enabled: act === 'role' })
  const [role, setRole] = useState(member.role)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { title, lead, confirm, done } = ACTS[act]
  const isReady = () => {
    const missing = act === 'step' && reason.trim().length < SHORTEST_REASON
    if (missing) setProblem(text.reasonMissing)
    return !missing
  }
  const proceed = async () => {
    if (act === 'role') await setMemberRole(member.id, role)
    if (act === 'close') await setMemberActive(member.id, false)
    if (act === 'end') await endMemberSessions(member.id)
    if (act === 'step') await resetMemberStep(member.id, reason.trim())
    void toast.success(done, act === 'close' ? { label: text.undo, onClick: onReopen } : undefined)
    await client.invalidateQueries({ queryKey: ['staff'] })
  }
  return (
    <ConfirmDialog
      title={title(member.name || member.email)}
      lead={lead}
      confirm={confirm}
      cancel={text.cancel}
      look={act === 'role' ? 'primary' : 'danger'}
      isReady={isReady}
      onConfirm={proceed}
      onClose={onClose}
    >
      {act === 'role' && <RoleField label={text.role} roles={roles.data ?? [role]} value={role} onChange={setRole} />}
      {act === 'step' && (
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          error={problem}
          value={reason}
          maxLength={LONGEST_REASON}
          autoFocus
          onChange={({ target }) => {
            setReason(target.value)
            setProblem(undefined)
          }}
        />
      )}
    </ConfirmDialog>
  )
}
