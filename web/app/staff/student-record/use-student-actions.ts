import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { saveFile } from '~/shared/browser/save-file'
import { staffPaths } from '~/shared/config/staff-paths'
import { toAppError } from '~/shared/errors/errors'
import { toast } from '~/shared/ui/toast'
import { beginViewing } from '~/staff/viewing/viewing.calls'
import { setStudentActive } from './student.calls'
import { exportStudentData, runStudentAction } from './student-actions.calls'
import { actionsText as text } from './student-actions.he'
import type { StudentActionName } from './student-actions.rules'

/** Does an action on a student with its reason, and says that it is done; a closing can be taken back at once. */
export function useStudentActions(studentId: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => client.invalidateQueries({ queryKey: ['staff'] })
  const reopen = async () => {
    await setStudentActive(studentId, true, text.undoReason)
    await refresh()
    void toast.success(text.acts.reopen.done)
  }
  const ways: Record<StudentActionName, (reason: string) => Promise<unknown>> = {
    close: (reason) => setStudentActive(studentId, false, reason),
    reopen: (reason) => setStudentActive(studentId, true, reason),
    sessions: (reason) => runStudentAction('end_student_sessions', studentId, reason),
    secondStep: (reason) => runStudentAction('help_with_second_step', studentId, reason),
    deletion: (reason) => runStudentAction('request_student_deletion', studentId, reason),
    data: async (reason) => {
      const data = await exportStudentData(studentId, reason)
      saveFile(text.fileName(studentId), 'application/json', JSON.stringify(data, null, 2))
    },
    view: (reason) => beginViewing(studentId, reason),
  }
  return async (act: StudentActionName, reason: string): Promise<void> => {
    await ways[act](reason)
    if (act === 'view') return void navigate(staffPaths.viewing)
    await refresh()
    const undo = {
      label: text.undo,
      onClick: () => void reopen().catch((cause) => toast.error(toAppError(cause).message)),
    }
    void toast.success(text.acts[act].done, act === 'close' ? undo : undefined)
  }
}
