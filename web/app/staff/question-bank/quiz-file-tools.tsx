import { useRef, useState } from 'react'
import { randomId } from '~/shared/browser/random-id'
import { saveFile } from '~/shared/browser/save-file'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { toast } from '~/shared/ui/toast'
import type { Pool } from './definitions.rules'
import { quizFileText as text } from './quiz-file.he'
import { type FileProblem, MOST_FILE_BYTES, readQuizFile, withPoolsOfFile, writeQuizFile } from './quiz-file.rules'
import { writeQuizTable } from './quiz-table.rules'

type QuizFileToolsProps = { pools: readonly Pool[]; change: (make: (now: readonly Pool[]) => Pool[]) => void }

type Read = { pools: Pool[]; questions: number } | { problems: FileProblem[] }
const MOST_SHOWN = 12

/** Questions of a test from and to files. What comes in stands in the form, unsaved. */
export function QuizFileTools({ pools, change }: QuizFileToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<Read>()
  const isEmpty = pools.every(({ questions }) => questions.length === 0)
  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > MOST_FILE_BYTES) return void toast.error(text.faults.TOO_LARGE)
    const words = await file.text().catch(() => undefined)
    if (words === undefined) return void toast.error(text.faults.UNREAD)
    const found = readQuizFile(words, randomId)
    if ('fault' in found) return void toast.error(text.faults[found.fault])
    setRead(found)
  }
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      <Button
        look="quiet"
        size="small"
        disabled={isEmpty}
        onClick={() => saveFile(text.name, 'application/json', writeQuizFile(pools))}
      >
        {text.save}
      </Button>
      <Button
        look="quiet"
        size="small"
        disabled={isEmpty}
        onClick={() => saveFile(text.tableName, 'text/csv', writeQuizTable(pools))}
      >
        {text.saveTable}
      </Button>
      <Button look="quiet" size="small" onClick={() => input.current?.click()}>
        {text.open}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,.csv,application/json,text/csv"
        aria-label={text.open}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      {read && 'pools' in read && (
        <TakeDialog
          questions={read.questions}
          canAppend={pools.length > 0}
          onTake={(replaces) => {
            change((now) => (replaces ? read.pools : withPoolsOfFile(now, read.pools, randomId)))
            void toast.success(text.taken)
          }}
          onClose={() => setRead(undefined)}
        />
      )}
      {read && 'problems' in read && <ProblemsDialog problems={read.problems} onClose={() => setRead(undefined)} />}
    </div>
  )
}

type TakeDialogProps = {
  questions: number
  canAppend: boolean
  onTake: (replaces: boolean) => void
  onClose: () => void
}

function TakeDialog({ questions, canAppend, onTake, onClose }: TakeDialogProps) {
  const [replaces, setReplaces] = useState(false)
  return (
    <ConfirmDialog
      title={text.title}
      lead={`${plural(questions, text.found)}. ${text.lead}`}
      confirm={text.done}
      cancel={text.cancel}
      look={replaces ? 'danger' : 'primary'}
      onConfirm={async () => onTake(replaces)}
      onClose={onClose}
    >
      {canAppend && (
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
    </ConfirmDialog>
  )
}

function ProblemsDialog({ problems, onClose }: { problems: FileProblem[]; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={text.refused}
      lead={text.refusedLead}
      confirm={text.close}
      cancel={text.cancel}
      look="primary"
      onConfirm={async () => undefined}
      onClose={onClose}
    >
      <ul className="max-h-72 overflow-y-auto border-rule border-t">
        {problems.slice(0, MOST_SHOWN).map(({ pool, place, text: asked, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one reading have no other identity
          <li key={index} className="border-rule border-b py-2">
            <span className="text-ink-2 text-sm">{text.problem(pool, place)}</span>{' '}
            {asked && <Bidi className="font-semibold">{asked}</Bidi>}
            <span className="block">{message}</span>
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN && (
        <p className="mt-2 text-ink-2">{plural(problems.length - MOST_SHOWN, text.more)}</p>
      )}
    </ConfirmDialog>
  )
}
