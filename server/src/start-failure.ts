import { diskState } from 'embedded-supabase'

/** How the operating system, PostgreSQL and the storage say that there is no room. */
const NO_ROOM = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|InsufficientStorage/

/** Why a start failed, with what to do where the disk of the data folder is full. */
export function reasonOfFailure(error: unknown, dataDirectory: string): string {
  const message = error instanceof Error ? error.message.trim() : String(error)
  const disk = diskState(dataDirectory)
  if (disk === 'ok' && !NO_ROOM.test(message)) return message
  return (
    `${message}${/[.!?]$/.test(message) ? '' : '.'} The disk of ${dataDirectory} is full: make room, never inside of ` +
    'postgres, and start again. The next start goes on with what is there.'
  )
}
