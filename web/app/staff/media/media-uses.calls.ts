import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'

/** A record that names a file; the title only of what the reader may write. */
export type MediaUse = {
  kind: string
  id: string
  title: string | null
  parent: string | null
  inDraft: boolean
  inPublic: boolean
  older: number
  mayWrite: boolean
}
/** Where a file is used. `seen` goes back with a replacement, so that nothing changes that was not shown. */
export type FileUses = { seen: string; uses: MediaUse[]; posters: { id: string; name: string }[]; trashDays: number }

type UseRow = Pick<MediaUse, 'kind' | 'id' | 'title' | 'parent' | 'older'> & {
  in_draft: boolean
  in_public: boolean
  may_write: boolean
}

/** Where a file of the library is used, asked anew each time. */
export const mediaUsesQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'media-uses', id],
    staleTime: 0,
    queryFn: async (): Promise<FileUses> => {
      const answer = (await callFunction('read_media_uses', { id }, LIST_LOADING_TIMEOUT)) as {
        seen: string
        uses: UseRow[]
        posters: FileUses['posters']
        trash_days: number
      }
      const uses = answer.uses.map(({ in_draft, in_public, may_write, ...row }) => ({
        ...row,
        ...{ inDraft: in_draft, inPublic: in_public, mayWrite: may_write },
      }))
      return { seen: answer.seen, posters: answer.posters, trashDays: answer.trash_days, uses }
    },
  })

/** Puts another file in place of one wherever it is used. @throws AppError, DeadlineError */
export const replaceMedia = (id: string, replacement: string, seen: string) =>
  callFunction('replace_media_file', { id, replacement, seen }, SAVE_TIMEOUT)

/** Puts a file into the trash, or takes it back. @throws AppError, DeadlineError */
export const trashMedia = (id: string, trash: boolean) => callFunction('trash_media_file', { id, trash }, SAVE_TIMEOUT)
