import { queryOptions } from '@tanstack/react-query'
import { currentAccessToken } from '~/shared/client/access-token'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'

const DOWNLOAD = '/backups/download'
const LOOK_EVERY_MS = 1_500
const LOOK_SELDOM_MS = 30_000

/** An archive; only those of the button are handed out, because they hold no keys. */
export type StoredBackup = { name: string; bytes: number; madeAt: string; isHandedOut: boolean }
export type LastBackup = {
  askedBy: string | null
  /** When the process last said how it is. */
  reportedAt: string
  state: KindOf<'backups.state'>
  doneBytes: number
  /** About how many there are; 0 while nobody knows. */
  wholeBytes: number
  failure: KindOf<'backups.failure'> | null
}
export type Backups = {
  /** Null where no process of the academy makes backups. */
  kept: { files: StoredBackup[]; withoutFiles: boolean } | null
  last: LastBackup | null
}

type BackupsRow = {
  kept: {
    files: { name: string; bytes: number; made_at: string; is_handed_out?: boolean }[]
    without_files: boolean
  } | null
  last: {
    asked_by: string | null
    reported_at: string
    state: LastBackup['state']
    done_bytes: number
    whole_bytes: number
    failure: KindOf<'backups.failure'> | null
  } | null
}

export const isRunning = (last: LastBackup | null): boolean => last?.state === 'waiting' || last?.state === 'running'

/** The archives that are kept, and how the last backup goes; asked for again and again while one is made. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: ['staff', 'operations', 'backups'],
    queryFn: async (): Promise<Backups> => {
      const { kept, last } = (await callFunction('read_backups', {}, LIST_LOADING_TIMEOUT)) as BackupsRow
      return {
        kept: kept && {
          files: kept.files.map(({ made_at, is_handed_out, ...file }) => ({
            ...{ ...file, madeAt: made_at, isHandedOut: is_handed_out === true },
          })),
          withoutFiles: kept.without_files,
        },
        last: last && {
          ...{ askedBy: last.asked_by, reportedAt: last.reported_at, state: last.state },
          ...{ doneBytes: last.done_bytes, wholeBytes: last.whole_bytes, failure: last.failure },
        },
      }
    },
    refetchInterval: ({ state: { data } }) => (isRunning(data?.last ?? null) ? LOOK_EVERY_MS : LOOK_SELDOM_MS),
  })

/** Has a backup made. @throws AppError; REAUTHENTICATION_NEEDED, BACKUP_RUNNING, NO_PROCESS, TOO_MANY_REQUESTS */
export const beginBackup = (): Promise<unknown> => callFunction('begin_backup', {}, LIST_LOADING_TIMEOUT)

/**
 * Begins the download of an archive: the browser posts the link and the token of the session in a form, so that it writes
 * the file itself as it comes, and neither stands in an address. An archive that is not encrypted for the operator's keys is
 * encrypted on its way for a passphrase that is drawn here.
 * @returns that passphrase, which nobody else knows
 * @throws AppError; REAUTHENTICATION_NEEDED, NO_BACKUP, TOO_MANY_REQUESTS
 */
export async function downloadBackup(file: string): Promise<string | undefined> {
  const link = String(await callFunction('make_backup_link', { file }, LIST_LOADING_TIMEOUT))
  const form = document.createElement('form')
  form.method = 'post'
  form.action = DOWNLOAD
  form.hidden = true
  const passphrase = file.endsWith('.age') ? undefined : drawPassphrase()
  const fields = { link, session: (await currentAccessToken()) ?? '', ...(passphrase && { passphrase }) }
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  form.remove()
  return passphrase
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** 140 random bits, as seven groups of four letters that are hard to mistake for each other. */
function drawPassphrase(): string {
  const drawn = [...crypto.getRandomValues(new Uint8Array(28))].map((byte) => LETTERS[byte % LETTERS.length])
  return drawn.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}
