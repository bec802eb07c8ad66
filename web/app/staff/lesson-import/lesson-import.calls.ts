import { callFunction } from '~/shared/client/call-function'
import { withinTime } from '~/shared/client/deadline'
import { browserFunctions } from '~/shared/client/functions-browser'
import { SAVE_TIMEOUT, VIMEO_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { inWords } from '~/staff/entry/refusal-messages'
import { lessonImportText } from './lesson-import.he'
import type { ImportedVideo } from './lesson-import.rules'

type FolderVideo = { id: string; title: string; duration_seconds: number }

/** The videos of the course's folder at Vimeo. @throws AppError in words for what Vimeo or the server refused, DeadlineError */
export async function readFolder(course: string): Promise<ImportedVideo[]> {
  const { data, error } = await withinTime(VIMEO_TIMEOUT, () =>
    browserFunctions().invoke<{ videos: FolderVideo[] }>('vimeo-folder', { body: { course } }),
  )
  if (error) throw inWords(await toFailure(error), lessonImportText.refusals)
  return (data?.videos ?? []).map(({ duration_seconds, ...video }) => ({ ...video, durationSeconds: duration_seconds }))
}

async function toFailure(error: unknown): Promise<unknown> {
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response)) return toAppError(error)
  const body = (await context.json().catch(() => null)) as { code?: string; message?: string } | null
  return toAppError({ code: body?.code ?? '', message: body?.message ?? '', status: context.status })
}

/** Makes draft lessons of videos, all or none. @throws AppError in words, DeadlineError */
export async function importLessons(course: string, videos: readonly ImportedVideo[]) {
  const sent = videos.map(({ durationSeconds, ...video }) => ({ ...video, duration_seconds: durationSeconds }))
  try {
    const made = await callFunction('import_lessons', { course, videos: sent }, SAVE_TIMEOUT)
    return made as { made: number; known: number }
  } catch (failure) {
    throw inWords(failure, lessonImportText.refusals)
  }
}
