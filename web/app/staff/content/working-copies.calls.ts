import { callFunction } from '~/shared/client/call-function'
import type { Json } from '~/shared/client/database.types'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { EditCopies, FormValues } from '~/staff/form/versions.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'

type CopyRow = { version: number; before: FormValues; changes: FormValues; stored_at: string }

/**
 * Keeps what somebody writes of a record on the server, for them alone: offered again on any device.
 * @param values what the form was read with, for the fields that the copy does not name
 */
export const workingCopies = (kind: ContentKind, id: string, values: FormValues): EditCopies => ({
  async read() {
    const row = (await callFunction('read_working_copy', { kind, id }, LIST_LOADING_TIMEOUT)) as CopyRow | null
    if (!row) return undefined
    const { version, before, changes, stored_at } = row
    return { read: { version, values: { ...values, ...before } }, changes, at: Date.parse(stored_at) }
  },
  async keep(edits) {
    if (!edits) {
      await callFunction('drop_working_copy', { kind, id }, SAVE_TIMEOUT)
      return
    }
    const { read, changes } = edits
    const before = Object.fromEntries(Object.keys(changes).map((field) => [field, read.values[field] ?? '']))
    const copy = { kind, id, version: read.version, before: before as Json, changes: changes as Json }
    await callFunction('keep_working_copy', copy, SAVE_TIMEOUT)
  },
})

/** Somebody else who has the record open, and whether they have unsaved changes. */
export type Writer = { name: string | null; writing: boolean }

/** Says that the record is open here, and gives who else has it open. @throws AppError, DeadlineError */
export const updateContentPresence = (kind: ContentKind, id: string, writing: boolean) =>
  callFunction('attend_content', { kind, id, writing }, LIST_LOADING_TIMEOUT) as Promise<Writer[]>

/** Says that the record is no longer open here. @throws AppError, DeadlineError */
export const endContentPresence = (kind: ContentKind, id: string) =>
  callFunction('attend_content', { kind, id, leaving: true }, LIST_LOADING_TIMEOUT)
