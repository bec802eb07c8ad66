import { useState } from 'react'
import { saveFile } from '~/shared/browser/save-file'
import { formatDay } from '~/shared/formats/dates'
import { Button } from '~/shared/ui/button'
import { recoveryCodesText as text } from './recovery-codes.he'
import { codesAsText, spelledCode } from './recovery-codes.rules'

/** The codes on the one occasion on which they are shown, with the ways to keep them. */
export function NewRecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [copied, setCopied] = useState<string>()
  const day = text.fileLead(formatDay(new Date().toISOString()))
  const copy = () =>
    navigator.clipboard.writeText(codes.map(spelledCode).join('\n')).then(
      () => setCopied(text.copied),
      () => setCopied(text.copyFailed),
    )
  const download = () => saveFile(`${text.fileName}.txt`, 'text/plain', codesAsText(codes, text.fileTitle, day))
  return (
    <div className="mt-5 rounded-card border border-rule-2 bg-card p-5" data-print-alone>
      <h3 className="text-xl">
        <span className="print:hidden">{text.newTitle}</span>
        <span className="hidden print:inline">{text.fileTitle}</span>
      </h3>
      <p role="status" className="mt-1 text-ink-2 print:hidden">
        {text.newLead}
      </p>
      <p className="hidden print:block">{day}</p>
      <ol className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-x-8 font-mono">
        {codes.map((code) => (
          <li key={code} className="border-rule border-b py-2">
            <bdi dir="ltr" className="select-all whitespace-nowrap tracking-[0.06em]">
              {spelledCode(code)}
            </bdi>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button look="secondary" size="small" onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button look="secondary" size="small" onClick={download}>
          {text.download}
        </Button>
        <Button look="secondary" size="small" onClick={() => window.print()}>
          {text.print}
        </Button>
        <Button look="learn" size="small" className="ms-auto max-sm:w-full" onClick={onKept}>
          {text.kept}
        </Button>
      </div>
      <p role="status" className="mt-1 min-h-6 text-sm text-green-ink print:hidden">
        {copied}
      </p>
    </div>
  )
}
