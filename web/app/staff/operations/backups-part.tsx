import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toAppError } from '~/shared/errors/errors'
import { Button } from '~/shared/ui/button'
import { refusalOf } from '~/staff/entry/refusal-messages'
import { TodayBlock } from '~/staff/today/today-block'
import { BackupState } from './backup-state'
import { backupsQuery, beginBackup, downloadBackup, isRunning } from './backups.calls'
import { backupsText as text } from './backups.he'
import { BackupsTable } from './backups-table'

/** Backups: one now, how it goes, and those that are kept, each to take along. */
export function BackupsPart() {
  const query = useQuery(backupsQuery())
  const cache = useQueryClient()
  const [params] = useSearchParams()
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState(() => text.downloads[params.get('download') ?? ''] ?? '')
  const [passphrase, setPassphrase] = useState<string>()

  async function download(file: string) {
    setPassphrase(undefined)
    await act(async () => setPassphrase(await downloadBackup(file)), text.starts)
  }

  async function act(action: () => Promise<unknown>, word: string) {
    setBusy(true)
    setNotice('')
    try {
      await action()
      setNotice(word)
    } catch (cause) {
      const { code, message } = toAppError(cause)
      const ownWords = code === 'REAUTHENTICATION_NEEDED' || code === 'APPROVAL_NEEDED' ? message : text.didNot
      setNotice(text.refusals[refusalOf(cause).code] ?? ownWords)
    } finally {
      await cache.invalidateQueries({ queryKey: backupsQuery().queryKey })
      setBusy(false)
    }
  }

  return (
    <TodayBlock
      title={text.title}
      failed={text.failed}
      query={query}
      lines={4}
      choice={
        query.data?.kept && (
          <Button
            size="small"
            look="learn"
            className="mb-1"
            busy={isBusy}
            disabled={isRunning(query.data.last)}
            onClick={() => void act(beginBackup, '')}
          >
            {text.begin}
          </Button>
        )
      }
    >
      {({ kept, last }) => (
        <>
          <p className="max-w-[72ch] py-2 text-ink-2 text-sm">{kept ? text.lead : text.elsewhere}</p>
          {kept?.withoutFiles && <p className="pb-2 text-ink-2 text-sm">{text.withoutFiles}</p>}
          {last && <BackupState last={last} />}
          <p role="status" className="text-sm">
            {notice}
          </p>
          {passphrase && (
            <p className="py-2 text-sm">
              {text.passphrase}
              <bdi dir="ltr" className="block select-all py-1 font-bold tabular-nums">
                {passphrase}
              </bdi>
            </p>
          )}
          {kept && <BackupsTable files={kept.files} disabled={isBusy} onDownload={(file) => void download(file)} />}
        </>
      )}
    </TodayBlock>
  )
}
