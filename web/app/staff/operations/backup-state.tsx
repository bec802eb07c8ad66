import { ProgressBar } from '~/shared/ui/progress-bar'
import type { LastBackup } from './backups.calls'
import { backupsText as text } from './backups.he'
import { formatBytes } from './bytes.rules'

/** How the backup goes that was asked for last, or how it ended. */
export function BackupState({ last }: { last: LastBackup }) {
  const { state, doneBytes, wholeBytes, failure } = last
  // It is written when everything was read, and read once more: not done before it says so.
  const percent = wholeBytes > 0 ? Math.min(99, Math.floor((100 * doneBytes) / wholeBytes)) : 0
  return (
    <div className="pb-2 text-sm">
      <p role="status" className={failure ? 'text-red' : undefined}>
        {state === 'waiting' && text.begins}
        {state === 'running' && text.running(formatBytes(doneBytes), formatBytes(wholeBytes))}
        {state === 'done' && text.done}
        {failure && text.failures[failure]}
      </p>
      {(state === 'waiting' || state === 'running') && (
        <ProgressBar percent={percent} label={text.progress} className="mt-2" />
      )}
    </div>
  )
}
