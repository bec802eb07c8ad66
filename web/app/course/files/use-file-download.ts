import { useRef, useState } from 'react'
import type { Attachment } from '~/course/lesson/lesson.rules'
import { withinTime } from '~/shared/client/deadline'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { takenName } from './lesson-file.rules'
import { signLessonFile } from './lesson-files.calls'
import { FileRefusedError } from './stored-files.calls'

export type DownloadState = 'idle' | 'busy' | 'begun' | 'refused' | 'failed'

/** Fetches a signed address for a file and lets the browser download it; a second press while it works does nothing. */
export function useFileDownload(file: Attachment): [DownloadState, () => Promise<void>] {
  const [state, setState] = useState<DownloadState>('idle')
  const working = useRef(false)

  async function take() {
    if (working.current) return
    working.current = true
    setState('busy')
    try {
      const name = takenName(file)
      download(await withinTime(LIST_LOADING_TIMEOUT, () => signLessonFile(file.path, name)), name)
      setState('begun')
    } catch (cause) {
      setState(cause instanceof FileRefusedError ? 'refused' : 'failed')
    } finally {
      working.current = false
    }
  }
  return [state, take]
}

/** As a link, so that the page stays where it is whatever the address answers. */
function download(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
