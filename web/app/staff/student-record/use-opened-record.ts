import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { openStudentRecord, type StudentRecord } from './student.calls'

/** How long a record stays open, as the database keeps it, in ms. */
const OPEN_FOR = 10 * 60 * 1000

/** The record of a student from when it is asked for until ten minutes later. */
export function useOpenedRecord(studentId: string) {
  const client = useQueryClient()
  const [record, setRecord] = useState<StudentRecord>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isOpen = record !== undefined
  useEffect(() => {
    if (!isOpen) return
    const closing = setTimeout(() => setRecord(undefined), OPEN_FOR)
    return () => clearTimeout(closing)
  }, [isOpen])

  async function open() {
    setBusy(true)
    setFailure(undefined)
    try {
      setRecord(await openStudentRecord(studentId))
      // Lines of the timeline say more from now on.
      await client.invalidateQueries({ queryKey: ['staff', 'student-timeline', studentId] })
    } catch (cause) {
      setFailure(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }

  return { record, setRecord, open, busy, failure }
}

export type OpenedRecord = ReturnType<typeof useOpenedRecord>
