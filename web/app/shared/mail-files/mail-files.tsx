import { useState } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { Icon } from '~/shared/ui/icon'
import { Spinner } from '~/shared/ui/spinner'
import { type MailFile, signMailFile } from './mail-files.calls'
import { mailFilesText as text } from './mail-files.he'

const KILOBYTE = 1024

/** The files of a mail: each is saved with one press and never shown; those that were not kept are named. */
export function MailFiles({ files }: { files: readonly MailFile[] }) {
  if (files.length === 0) return null
  return (
    <ul aria-label={text.title} className="mt-3 grid gap-1">
      {files.map((file) => (
        <li key={file.id}>{file.refusal ? <Refused {...file} refusal={file.refusal} /> : <File {...file} />}</li>
      ))}
    </ul>
  )
}

const Refused = ({ name, refusal }: MailFile & { refusal: NonNullable<MailFile['refusal']> }) => (
  <p className="flex flex-wrap gap-x-3 text-ink-2 text-sm">
    <Bidi className="[overflow-wrap:anywhere]">{name}</Bidi>
    <span>{text.refusals[refusal]}</span>
  </p>
)

function File({ id, name, bytes }: MailFile) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const take = async () => {
    if (state === 'busy') return
    setState('busy')
    try {
      const link = document.createElement('a')
      link.href = await signMailFile(id)
      link.download = name
      link.click()
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button
        type="button"
        aria-disabled={state === 'busy' || undefined}
        onClick={() => void take()}
        className="inline-flex min-h-11 items-center gap-2 text-start text-green-ink hover:underline hover:underline-offset-5"
      >
        {state === 'busy' ? <Spinner /> : <Icon name="download" />}
        <span className="sr-only">{text.take}</span>
        <Bidi className="[overflow-wrap:anywhere]">{name}</Bidi>
        <bdi dir="ltr" className="shrink-0 text-ink-2 text-sm tabular-nums">
          {text.size(Math.ceil(bytes / KILOBYTE))}
        </bdi>
      </button>
      {state === 'failed' && (
        <p role="alert" className="text-red text-sm">
          {text.failed}
        </p>
      )}
    </>
  )
}
