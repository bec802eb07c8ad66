import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import type { Database, Json } from '~/shared/client/database.types'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords, refusalOf } from '~/staff/entry/refusal-messages'
import { toEditFailure } from '~/staff/form/refusals'
import type { FormRecord, FormValues } from '~/staff/form/versions.rules'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import { checkQuestions } from '~/staff/question-bank/question-check.calls'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { contentErrors, contentText as text } from './content.he'
import {
  type ContentProblem,
  type ContentRecord,
  type ContentState,
  type StoredFields,
  toFormValues,
  toStoredFields,
} from './content.rules'

type Functions = Database['public']['Functions']

/** A record as a list shows it. */
export type ListedContent = {
  id: string
  version: number
  sortValue: string
  title: string
  slug: string | null
  state: ContentState
  isFeatured: boolean
  /** The title of its course. */
  course: { id: string; title: string } | null
  editedAt: string
  editedBy: string | null
  publishAt: string | null
  tags: string[]
}

type ListedRow = {
  id: string
  version: number
  sort_value: string
  title: string
  slug: string | null
  state: ContentState
  is_featured: boolean | null
  parent: { id: string; title: string } | null
  edited_at: string
  edited_by: string | null
  publish_at: string | null
  tags?: string[] | null
}

type RecordRow = {
  id: string
  version: number
  values: StoredFields
  live: StoredFields
  parent: string | null
  state: ContentState
  is_shown: boolean
  edited_at: string
  edited_by: string | null
  publish_at: string | null
  unpublish_at: string | null
  schedule_failure: string | null
  problems: ContentProblem[]
  reach: ContentRecord['reach']
}

const toRecord = (row: RecordRow): ContentRecord => ({
  id: row.id,
  version: row.version,
  values: row.values,
  live: row.live,
  parent: row.parent,
  state: row.state,
  isShown: row.is_shown,
  editedAt: row.edited_at,
  editedBy: row.edited_by,
  publishAt: row.publish_at,
  unpublishAt: row.unpublish_at,
  scheduleFailure: row.schedule_failure,
  problems: row.problems,
  reach: row.reach,
})

const BY_NAME: readonly ContentKind[] = ['author', 'fact']

/** One page of a kind. In the order that visitors see it reads from the first, whatever way the address names. */
async function fetchList(
  kind: ContentKind,
  parent: string | undefined,
  { search, sort, direction, filters, place }: ListAddress,
): Promise<ListPage<ListedContent> & { total: number | null }> {
  const isByPlace = sort === 'place'
  const query = {
    // Who has no place among others comes by name.
    ...{ kind, search, sort: isByPlace && BY_NAME.includes(kind) ? 'title' : sort, ...filters },
    ...(parent && { parent }),
    direction: isByPlace ? (direction === 'desc' ? 'asc' : 'desc') : direction,
    ...(place && { [place.way]: { value: place.value, id: place.id } }),
  }
  const answer = (await callFunction('list_content', { query }, LIST_LOADING_TIMEOUT)) as {
    rows: ListedRow[]
    total: number
    size: number
  }
  const rows = answer.rows.map(
    (row): ListedContent => ({
      id: row.id,
      version: row.version,
      sortValue: row.sort_value,
      title: row.title,
      slug: row.slug,
      state: row.state,
      isFeatured: row.is_featured === true,
      course: row.parent,
      editedAt: row.edited_at,
      editedBy: row.edited_by,
      publishAt: row.publish_at,
      tags: row.tags ?? [],
    }),
  )
  return { ...listPage(rows, answer.size, place), total: answer.total }
}

const keyOf = (kind: ContentKind) => ['staff', 'content', kind] as const

/** Records of a kind; the page before stays while the next one comes. */
export const contentListQuery = (kind: ContentKind, parent: string | undefined, address: ListAddress) =>
  queryOptions({
    queryKey: [...keyOf(kind), 'list', parent, address],
    queryFn: () => fetchList(kind, parent, address),
    placeholderData: keepPreviousData,
  })

const readRow = async (kind: ContentKind, id: string) =>
  (await callFunction('read_content', { kind, id }, LIST_LOADING_TIMEOUT)) as RecordRow

/** A record as it stands once the server has looked at the questions of its draft; as it was where it could not. */
async function checked(kind: ContentKind, row: RecordRow): Promise<RecordRow> {
  if (!row.problems.some(({ code }) => code === 'QUESTIONS_UNCHECKED')) return row
  const isValid = await checkQuestions(row.id).catch(() => false)
  return isValid ? readRow(kind, row.id) : row
}

/** One record; null where there is none. */
export const contentQuery = (kind: ContentKind, id: string) =>
  queryOptions({
    queryKey: [...keyOf(kind), id],
    staleTime: 0,
    queryFn: async (): Promise<ContentRecord | null> => {
      try {
        return toRecord(await checked(kind, await readRow(kind, id)))
      } catch (failure) {
        if (refusalOf(failure).code === 'CONTENT_NOT_FOUND') return null
        throw reportForbidden(failure)
      }
    },
  })

/** Calls a function that changes a record and gives it. @throws AppError in the words of the refusal, DeadlineError */
async function change<Name extends keyof Functions & string>(name: Name, args: Functions[Name]['Args']) {
  try {
    return toRecord((await callFunction(name, args, SAVE_TIMEOUT)) as RecordRow)
  } catch (failure) {
    throw inWords(reportForbidden(failure), contentErrors)
  }
}

/** Saves fields of a draft. @throws EditConflict, FieldRefusal, AppError, DeadlineError */
export async function saveContent(
  kind: ContentKind,
  id: string,
  version: number,
  values: FormValues,
): Promise<{ record: ContentRecord; form: FormRecord }> {
  const changes = toStoredFields(kind, values) as Json
  try {
    const saved = (await callFunction('save_content', { kind, id, version, changes }, SAVE_TIMEOUT)) as RecordRow
    const row = await checked(kind, saved).catch(() => saved)
    return { record: toRecord(row), form: { version: row.version, values: toFormValues(kind, row.values) } }
  } catch (failure) {
    throw toContentFailure(kind, failure)
  }
}

/** A refused save as the form understands it: a conflict, a field with what is wrong there, or words for the whole. */
function toContentFailure(kind: ContentKind, failure: unknown): unknown {
  const edit = toEditFailure<StoredFields>(reportForbidden(failure), {
    toValues: (stored) => toFormValues(kind, stored),
    formatProblem(code) {
      if (code !== 'CONTENT_INVALID') return undefined
      const { problem } = JSON.parse(refusalOf(failure).details) as { problem?: string }
      return text.problems[problem ?? ''] ?? text.problems.INVALID
    },
  })
  return inWords(edit, contentErrors)
}

/** Makes a draft under an id that was made here, a lesson or test in its course. @throws FieldRefusal, AppError, DeadlineError */
export async function createContent(
  kind: ContentKind,
  id: string,
  values: FormValues,
  parent?: string,
): Promise<ContentRecord> {
  const changes = { ...toStoredFields(kind, values), ...(parent && { course_id: parent }) } as Json
  try {
    return toRecord((await callFunction('create_content', { kind, id, changes }, SAVE_TIMEOUT)) as RecordRow)
  } catch (failure) {
    throw toContentFailure(kind, failure)
  }
}

/** Shows visitors the draft of a version; a reason where something is missing. @throws AppError, DeadlineError */
export const publishContent = (kind: ContentKind, id: string, version: number, waiver?: string) =>
  change('publish_content', { kind, id, version, ...(waiver && { waiver }) })

/** Hides a record from visitors. @throws AppError, DeadlineError */
export const unpublishContent = (kind: ContentKind, id: string) => change('unpublish_content', { kind, id })

/** Sets or takes back the moments of a record, in ISO form. @throws AppError, DeadlineError */
export const scheduleContent = (
  kind: ContentKind,
  { id, version }: ContentRecord,
  publishAt: string | null,
  unpublishAt: string | null,
  waiver?: string,
) =>
  change('schedule_content', {
    ...{ kind, id, version },
    ...(publishAt && { publish_at: publishAt }),
    ...(unpublishAt && { unpublish_at: unpublishAt }),
    ...(waiver && { waiver }),
  })

/** A link to the draft for some hours, with the ISO moment of its end. @throws AppError, DeadlineError */
export async function makePreview(kind: ContentKind, id: string, hours: number) {
  const asked = callFunction('make_content_preview', { kind, id, hours }, SAVE_TIMEOUT)
  const { token, expires_at } = (await asked.catch(refuseInWords)) as { token: string; expires_at: string }
  return { address: `${window.origin}${paths.preview}#${token}`, expiresAt: expires_at }
}

/** Ends all links to the draft; gives how many there were. @throws AppError, DeadlineError */
export const endPreviews = (kind: ContentKind, id: string) =>
  callFunction('end_content_previews', { kind, id }, SAVE_TIMEOUT).catch(refuseInWords) as Promise<number>

/** Puts a record into the trash, or takes it back. @throws AppError, DeadlineError */
export const trashContent = (kind: ContentKind, id: string, trash: boolean) =>
  change('trash_content', { kind, id, trash })

/** A draft with the same fields, under an id that was made here. @throws AppError, DeadlineError */
export const duplicateContent = (kind: ContentKind, id: string, copy: string) =>
  change('duplicate_content', { kind, id, copy })

function refuseInWords(failure: unknown): never {
  throw inWords(reportForbidden(failure), contentErrors)
}

/** What visitors were shown at a time. */
export type ContentVersion = {
  version: number
  data: StoredFields
  isShown: boolean
  at: string
  by: string | null
  waiver: string | null
}

/** The versions of a record, newest first. */
export const contentHistoryQuery = (kind: ContentKind, id: string) =>
  queryOptions({
    queryKey: [...keyOf(kind), id, 'history'],
    staleTime: 0,
    queryFn: async (): Promise<ContentVersion[]> => {
      const rows = (await callFunction('content_history', { kind, id }, LIST_LOADING_TIMEOUT)) as {
        version: number
        data: StoredFields
        is_shown: boolean
        made_at: string
        made_by: string | null
        waiver: string | null
      }[]
      return rows.map(({ is_shown, made_at, made_by, ...row }) => ({
        ...row,
        isShown: is_shown,
        at: made_at,
        by: made_by,
      }))
    },
  })
