import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Button } from '~/shared/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '~/shared/ui/dropdown-menu'
import { toast } from '~/shared/ui/toast'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { useMay } from '~/staff/shared/use-may'
import { useMember } from '~/staff/shared/use-member'
import { useRequestedAction } from '~/staff/shared/use-requested-action'
import type { ListedStudent } from '~/staff/students/students.calls'
import type { StudentRecord } from './student.calls'
import { resendVerification } from './student-actions.calls'
import { actionsText as text } from './student-actions.he'
import { allowedActions, type StudentActionName } from './student-actions.rules'
import { useStudentActions } from './use-student-actions'

type StudentActsProps = {
  student: ListedStudent
  /** Once it is open: a verification mail goes to its address, and its second step may be helped with. */
  record: StudentRecord | undefined
}

/** What may be done for a student: closing or reopening in sight, the rest in a menu; each asks for its reason. */
export function StudentActions({ student, record }: StudentActsProps) {
  const { role } = useMember()
  const client = useQueryClient()
  const [asking, setAsking] = useState<StudentActionName>()
  const act = useStudentActions(student.id)
  const mayVerify = useMay('note_verification_mail')
  const acts = allowedActions(role, student.state, record?.hasSecondStep)
  useRequestedAction((asked) => setAsking(acts.find((one) => one === asked)))
  const state = acts.find((one) => one === 'close' || one === 'reopen')
  const rest = acts.filter((one) => one !== state)
  const verifies = mayVerify && student.state === 'unverified' && record !== undefined
  async function verify() {
    try {
      await resendVerification(student.id, record?.email ?? '')
      await client.invalidateQueries({ queryKey: ['staff', 'student-timeline'] })
      void toast.success(text.verificationSent)
    } catch (cause) {
      void toast.error(toAppError(cause).message)
    }
  }
  return (
    <div className="ms-auto flex flex-wrap gap-2">
      {rest.length > 0 && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button look="secondary" size="small">
              {text.menu}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {verifies && <DropdownMenuItem onSelect={() => void verify()}>{text.verification}</DropdownMenuItem>}
            {rest.map((one) => (
              <DropdownMenuItem key={one} onSelect={() => setAsking(one)}>
                {text.acts[one].item}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {state && (
        <Button look="secondary" size="small" onClick={() => setAsking(state)}>
          {text.acts[state].item}
        </Button>
      )}
      {asking && (
        <ReasonDialog
          {...text.acts[asking]}
          look={asking === 'reopen' || asking === 'view' ? 'primary' : 'danger'}
          onConfirm={(reason) => act(asking, reason)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
