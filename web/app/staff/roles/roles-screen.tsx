import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { toast } from '~/shared/ui/toast'
import { refusalOf } from '~/staff/entry/refusal-messages'
import { TeamTabs } from '~/staff/team/team-tabs'
import { ChangePreview } from './change-preview'
import { PermissionTable } from './permission-table'
import { permissionMapQuery, savePermissions } from './roles.calls'
import { rolesText as text } from './roles.he'
import { type Marks, mapChanges, marked, opposite } from './roles.rules'

const NO_MARKS: Marks = new Map()

/** The permissions of each role: marked in a table, shown with what they open and close, saved in one step ([6-06], [6-13]). */
export function RolesScreen() {
  const client = useQueryClient()
  const { data: map, isPending, isError, refetch } = useQuery(permissionMapQuery())
  const [marks, setMarks] = useState(NO_MARKS)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const changes = map ? mapChanges(map, marks) : []
  const listAnew = () => client.invalidateQueries({ queryKey: ['staff'] })

  const undo = async (version: string, undone: typeof changes) => {
    try {
      await savePermissions(version, opposite(undone))
      void toast.success(text.undone)
    } catch (cause) {
      void toast.error(toAppError(cause).message)
    }
    await listAnew()
  }
  const save = async () => {
    if (!map) return
    setBusy(true)
    setFailure(undefined)
    try {
      const version = await savePermissions(map.version, changes)
      setMarks(NO_MARKS)
      void toast.success(text.saved, { label: text.undo, onClick: () => void undo(version, changes) })
      await listAnew()
    } catch (cause) {
      setFailure(toAppError(cause).message)
      if (refusalOf(cause).code === 'VERSION_CONFLICT') await refetch()
    }
    setBusy(false)
  }

  return (
    <>
      <TeamTabs />
      <h1 className="pt-6 text-2xl">{text.title}</h1>
      <p className="max-w-[62ch] pt-1 pb-4 text-ink-2">{text.lead}</p>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {map && (
        <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_340px]">
          <PermissionTable map={map} marks={marks} onMark={(change) => setMarks(marked(marks, change))} />
          <ChangePreview
            map={map}
            changes={changes}
            busy={busy}
            failure={failure}
            onSave={() => void save()}
            onDiscard={() => {
              setMarks(NO_MARKS)
              setFailure(undefined)
            }}
          />
        </div>
      )}
    </>
  )
}
