import { type FormEvent, useEffect, useState } from 'react'
import { randomId } from '~/shared/browser/random-id'
import { saveFile } from '~/shared/browser/save-file'
import { plural } from '~/shared/formats/plural'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '~/shared/ui/dialog'
import { toast } from '~/shared/ui/toast'
import type { Pool } from '../question-bank/definitions.rules'
import { type CheckedQuestion, isTaken, poolsOfImport } from './check-import.rules'
import { RefusedList, TakenList, WarningList } from './import-lists'
import { importText as text } from './question-import.he'
import { MOST_FILE_BYTES, withPoolsOfFile } from './quiz-file.rules'
import { readQuestions } from './read-questions'
import { writeRefused } from './refused-table.rules'

type ImportDialogProps = {
  file: File
  canAppend: boolean
  change: (make: (now: readonly Pool[]) => Pool[]) => void
  onClose: () => void
}
type Read = ReturnType<typeof readQuestions> | { fault: 'TOO_LARGE_FILE' }

async function read(file: File): Promise<Read> {
  if (file.size > MOST_FILE_BYTES) return { fault: 'TOO_LARGE_FILE' }
  try {
    return readQuestions(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return { fault: 'UNREAD' }
  }
}

/** The questions of a file before they enter the form: each as students will see it, and what cannot be taken with its reasons. */
export function ImportDialog({ file, canAppend, change, onClose }: ImportDialogProps) {
  const [found, setFound] = useState<Read>()
  useEffect(() => {
    let isCurrent = true
    void read(file).then((made) => isCurrent && setFound(made))
    return () => {
      isCurrent = false
    }
  }, [file])
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-[860px]">
        <DialogTitle className="pe-12 text-2xl">{text.title}</DialogTitle>
        {!found && <DialogDescription className="mt-3 text-ink-2">{text.reading}</DialogDescription>}
        {found && 'fault' in found && (
          <>
            <DialogDescription className="sr-only">{text.refusedFile}</DialogDescription>
            <Alert tone="error" className="mt-4">
              {text.fault(found)}
            </Alert>
            <Button look="secondary" className="mt-6" onClick={onClose}>
              {text.close}
            </Button>
          </>
        )}
        {found && 'questions' in found && <Found {...found} canAppend={canAppend} change={change} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type FoundProps = Extract<Read, { questions: unknown }> & Omit<ImportDialogProps, 'file'>

function Found({ questions, warnings, head, canAppend, change, onClose }: FoundProps) {
  const [left, setLeft] = useState<ReadonlySet<CheckedQuestion>>(new Set())
  const [replaces, setReplaces] = useState(false)
  const [hasEntered, setHasEntered] = useState(false)
  const taken = questions.filter(isTaken)
  const refused = questions.filter((question) => !isTaken(question))
  const chosen = taken.filter((question) => !left.has(question))
  function enter(event: FormEvent) {
    event.preventDefault()
    if (chosen.length === 0) return
    const pools = poolsOfImport(chosen, randomId)
    change((now) => (replaces ? pools : withPoolsOfFile(now, pools, randomId)))
    void toast.success(text.entered)
    if (refused.length === 0) onClose()
    else setHasEntered(true)
  }
  const counts = [plural(questions.length, text.found), taken.length > 0 ? plural(taken.length, text.fine) : text.none]
  return (
    <>
      <DialogDescription className="mt-3 text-ink-2">
        {hasEntered ? text.entered : `${counts.join(': ').replace(/\.$/, '')}.`}
      </DialogDescription>
      <form noValidate onSubmit={enter} className="mt-4 grid gap-6">
        {warnings.length > 0 && <WarningList warnings={warnings} />}
        {refused.length > 0 && (
          <RefusedList
            questions={refused}
            onSave={() => saveFile(text.refusedName, 'text/csv', writeRefused(refused, head))}
          />
        )}
        {taken.length > 0 && !hasEntered && (
          <TakenList
            questions={taken}
            left={left}
            onTake={(question, takes) => {
              const changed = new Set(left)
              if (takes) changed.delete(question)
              else changed.add(question)
              setLeft(changed)
            }}
          />
        )}
        {taken.length > 0 && !hasEntered && canAppend && (
          <fieldset>
            <legend className="mb-1 font-semibold">{text.how}</legend>
            {[false, true].map((way) => (
              <label key={String(way)} className="flex min-h-11 items-center gap-3">
                <input type="radio" name="how" checked={replaces === way} onChange={() => setReplaces(way)} />
                {way ? text.replace : text.append}
              </label>
            ))}
          </fieldset>
        )}
        <p className="flex flex-wrap items-center gap-3">
          {taken.length > 0 && !hasEntered && (
            <Button type="submit" look={replaces ? 'danger' : 'primary'} disabled={chosen.length === 0}>
              {text.done}
            </Button>
          )}
          <Button look="secondary" onClick={onClose}>
            {taken.length > 0 && !hasEntered ? text.cancel : text.close}
          </Button>
          {taken.length > 0 && !hasEntered && (
            <span role="status" className="text-ink-2">
              {chosen.length === 0 ? text.nothing : plural(chosen.length, text.chosen)}
            </span>
          )}
        </p>
      </form>
    </>
  )
}
