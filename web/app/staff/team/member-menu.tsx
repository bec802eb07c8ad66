import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { buttonClass } from '~/shared/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { toast } from '~/shared/ui/toast'
import { useMay } from '~/staff/shared/use-may'
import { ExplainDialog } from './explain-dialog'
import { type MemberAction, MemberDialog } from './member-dialog'
import { setMemberActive } from './team.calls'
import { teamText as text } from './team.he'
import type { TeamMember } from './team.rules'

/** What can be done with one member; nothing that the database would refuse stands in it. */
export function MemberMenu({ member }: { member: TeamMember }) {
  const mayResetStep = useMay('reset_staff_second_step')
  const client = useQueryClient()
  const [asking, setAsking] = useState<MemberAction | 'explain'>()
  const { mayChange, state, secondStep } = member
  const reopen = async () => {
    try {
      await setMemberActive(member.id, true)
      void toast.success(text.reopened)
    } catch (cause) {
      void toast.error(toAppError(cause).message)
    }
    await client.invalidateQueries({ queryKey: ['staff'] })
  }
  const close = () => setAsking(undefined)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={text.menu(member.name || member.email)}
          className={`${buttonClass('quiet', 'small')} min-h-9!`}
        >
          ⋯
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {mayChange && state !== 'closed' && (
            <>
              <DropdownMenuItem onSelect={() => setAsking('role')}>{text.changeRole}</DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setAsking('end')}>{text.endSessions}</DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setAsking('close')}>{text.close}</DropdownMenuItem>
            </>
          )}
          {mayChange && state === 'closed' && (
            <DropdownMenuItem onSelect={() => void reopen()}>{text.reopen}</DropdownMenuItem>
          )}
          {mayChange && secondStep && mayResetStep && (
            <DropdownMenuItem onSelect={() => setAsking('step')}>{text.resetStep}</DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => setAsking('explain')}>{text.explain}</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {asking === 'explain' && <ExplainDialog member={member} onClose={close} />}
      {asking && asking !== 'explain' && (
        <MemberDialog act={asking} member={member} onReopen={() => void reopen()} onClose={close} />
      )}
    </>
  )
}
