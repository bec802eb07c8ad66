import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { withinTime } from '~/shared/client/deadline'
import { browserFunctions } from '~/shared/client/functions-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { readPublicConfig } from '~/shared/config/env'
import { toAppError } from '~/shared/errors/errors'
import { stripInvisible } from '~/shared/formats/invisible'
import type { MediaFile, MediaKind } from './media.rules'

type MediaRow = {
  id: string
  name: string
  kind: MediaKind
  state: MediaFile['state']
  failure: string | null
  width: number | null
  height: number | null
  original_bytes: number
  stored_bytes: number
  alt_he: string
  focus_x: number
  focus_y: number
  variants: MediaFile['variants']
  path: string | null
  duration_seconds: number | null
  codec: string | null
  is_faststart: boolean | null
  poster: MediaFile['variants'] | null
  trashed_at: string | null
}

export type MediaShelf = 'all' | 'unused' | 'trash'
export type MediaAsked = {
  kind: MediaKind | 'all'
  shelf: MediaShelf
  search: string
  sort: 'newest' | 'largest'
  page: number
}
/** How much the library takes up and may take up, in bytes, and for how many days its trash keeps. */
type MediaRoom = { bytes: number; quota: number; trashDays: number }
type MediaPage = MediaRoom & { files: MediaFile[]; total: number }

const SOON_MS = 2_000

const toFile = (row: MediaRow): MediaFile => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  state: row.state,
  failure: row.failure,
  width: row.width ?? 0,
  height: row.height ?? 0,
  originalBytes: row.original_bytes,
  storedBytes: row.stored_bytes,
  alt: row.alt_he,
  focus: { x: row.focus_x, y: row.focus_y },
  variants: row.variants,
  path: row.path,
  durationSeconds: row.duration_seconds,
  codec: row.codec,
  isFaststart: row.is_faststart,
  poster: row.poster ?? [],
  isTrashed: row.trashed_at !== null,
})

/** A page of the library, fifty at a time, asked again while the server is at work on one. `page` starts at 0. */
export const mediaQuery = ({ kind, shelf, search, sort, page }: MediaAsked) =>
  queryOptions({
    queryKey: ['staff', 'media', kind, shelf, search, sort, page],
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.files.some((file) => file.state === 'waiting') ? SOON_MS : false),
    queryFn: async (): Promise<MediaPage> => {
      const query = {
        ...(kind !== 'all' && { kind }),
        shelf,
        search: stripInvisible(search),
        sort,
        page: String(page + 1),
      }
      const answer = (await callFunction('list_media_files', { query }, LIST_LOADING_TIMEOUT)) as {
        rows: MediaRow[]
        total: number
        bytes: number
        quota: number
        trash_days: number
      }
      const { rows, trash_days, ...rest } = answer
      return { ...rest, trashDays: trash_days, files: rows.map(toFile) }
    },
  })

/**
 * Tells the library of an upload that has arrived; the server then looks at it. Told again it says how that stands.
 * @throws AppError, DeadlineError
 */
export async function addMediaFile(id: string, name: string): Promise<Pick<MediaFile, 'state' | 'failure'>> {
  const row = (await callFunction('add_media_file', { id, name }, SAVE_TIMEOUT)) as MediaRow
  return { state: row.state, failure: row.failure }
}

/** Says what a picture shows and which point stays. @throws AppError, DeadlineError */
export const describeMedia = (id: string, alt: string, focus: MediaFile['focus']) =>
  callFunction('describe_media_file', { id, alt_he: alt, focus_x: focus.x, focus_y: focus.y }, SAVE_TIMEOUT)

/** Says which picture stands where a video has not begun. @throws AppError, DeadlineError */
export const setPoster = (id: string, poster: string) => callFunction('set_media_poster', { id, poster }, SAVE_TIMEOUT)

/** An address that hands over a file under its name; it must be used within a minute. @throws AppError, DeadlineError */
export async function signFile({ path, name }: MediaFile): Promise<string> {
  const { data, error } = await withinTime(SAVE_TIMEOUT, () =>
    browserFunctions().invoke<{ signedURL: string }>('sign-lesson-file', {
      body: { bucket: 'lesson-files', path },
    }),
  )
  if (error || !data) throw toAppError(error)
  return `${readPublicConfig().supabaseUrl}/storage/v1${data.signedURL}&download=${encodeURIComponent(name)}`
}
