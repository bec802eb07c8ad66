import { callFunction } from '~/shared/client/call-function'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import { toAppError } from '~/shared/errors/errors'

/** A member of staff looked at a record; name and role are those of that moment. */
export type RecordView = { id: number; firstName: string; role: string; what: string; occurredAt: string }

/** The last of those who looked at the student's record, newest first, and the number of all. @throws AppError */
export async function fetchRecordViews(
  userId: string,
  page: number,
  pageSize: number,
): Promise<{ lines: RecordView[]; total: number }> {
  const { data, error, count } = await browserSupabase()
    .from('record_views')
    .select('id,viewer_first_name,viewer_role,what,occurred_at', { count: 'exact' })
    .eq('student_id', userId)
    .order('occurred_at', { ascending: false })
    .order('id', { ascending: false })
    .range(page * pageSize, (page + 1) * pageSize - 1)
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
  if (error) throw toAppError(error)
  const lines = data.map((row) => ({
    id: row.id,
    firstName: row.viewer_first_name,
    role: row.viewer_role,
    what: row.what,
    occurredAt: row.occurred_at,
  }))
  return { lines, total: count ?? lines.length }
}

/** A course or a lesson that was opened in a viewing, under the title it had then. */
export type OpenedPage = { kind: KindOf<'viewed_pages.kind'>; title: string; openedAt: string }

/** What a member of the staff opened while viewing the academy as the student, in order. @throws AppError, DeadlineError */
export async function fetchViewedPages(viewId: number): Promise<OpenedPage[]> {
  type Row = { kind: OpenedPage['kind']; title: string; opened_at: string }
  const rows = (await callFunction('my_viewed_pages', { view_id: viewId }, LIST_LOADING_TIMEOUT)) as Row[]
  return rows.map(({ kind, title, opened_at }) => ({ kind, title, openedAt: opened_at }))
}
