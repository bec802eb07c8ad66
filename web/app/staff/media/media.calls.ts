import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { MediaFile } from './media.rules'

type MediaRow = {
  id: string
  name: string
  state: MediaFile['state']
  failure: string | null
  width: number | null
  height: number | null
  original_bytes: number
  alt_he: string
  focus_x: number
  focus_y: number
  variants: MediaFile['variants']
}

export type MediaAsked = { search: string; sort: 'newest' | 'largest'; page: number }
type MediaPage = { files: MediaFile[]; total: number; bytes: number }

const SOON_MS = 2_000

const toFile = ({ original_bytes, alt_he, focus_x, focus_y, width, height, ...row }: MediaRow): MediaFile => ({
  ...row,
  width: width ?? 0,
  height: height ?? 0,
  originalBytes: original_bytes,
  alt: alt_he,
  focus: { x: focus_x, y: focus_y },
})

/** A page of the library, fifty at a time, asked again while the server is at work on one. `page` starts at 0. */
export const mediaQuery = ({ search, sort, page }: MediaAsked) =>
  queryOptions({
    queryKey: ['staff', 'media', search, sort, page],
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.files.some((file) => file.state === 'waiting') ? SOON_MS : false),
    queryFn: async (): Promise<MediaPage> => {
      const query = { search, sort, page: String(page + 1) }
      const { rows, total, bytes } = (await callFunction('list_media_files', { query }, LIST_LOADING_TIMEOUT)) as {
        rows: MediaRow[]
        total: number
        bytes: number
      }
      return { files: rows.map(toFile), total, bytes }
    },
  })

/** Tells the library of an upload that has arrived; the server then draws it. @throws AppError, DeadlineError */
export const addMediaFile = (id: string, name: string) => callFunction('add_media_file', { id, name }, SAVE_TIMEOUT)

/** Says what a picture shows and which point stays. @throws AppError, DeadlineError */
export const describeMedia = (id: string, alt: string, focus: MediaFile['focus']) =>
  callFunction('describe_media_file', { id, alt_he: alt, focus_x: focus.x, focus_y: focus.y }, SAVE_TIMEOUT)
