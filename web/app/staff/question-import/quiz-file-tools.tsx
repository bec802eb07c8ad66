import { Suspense, useId, useRef, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { saveBlob, saveFile } from '~/shared/browser/save-file'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import type { Pool } from '../question-bank/definitions.rules'
import { SELECT } from '../question-bank/field-styles'
import type { PoolToolsProps } from '../question-bank/pools.rules'
import { quizFileText as text } from './quiz-file.he'

type Format = keyof typeof text.formats

const ACCEPTED = '.json,.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,.xml,.gift'
const ImportDialog = lazyPart(() => import('./import-dialog').then((part) => part.ImportDialog))

/** Questions of a test from and to files. What comes in stands in the form, unsaved. */
export function QuizFileTools({ pools, change }: PoolToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  return (
    <div className="mt-6 grid gap-6 border-rule border-t pt-4 md:grid-cols-2">
      <section>
        <h3 className="mb-2 text-base">{text.in}</h3>
        <Button look="secondary" size="small" onClick={() => input.current?.click()}>
          {text.open}
        </Button>
        <p className="mt-2 text-ink-2 text-sm">{text.openHint}</p>
        <p className="mt-1 flex flex-wrap gap-2">
          <TemplateButton format="xlsx" />
          <TemplateButton format="csv" />
        </p>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          aria-label={text.open}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            setFile(target.files?.[0])
            target.value = ''
          }}
        />
      </section>
      <ExportPart pools={pools} />
      {file && (
        <Suspense>
          <ImportDialog file={file} canAppend={pools.length > 0} change={change} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

const writer = () => import('./write-questions')

function TemplateButton({ format }: { format: 'csv' | 'xlsx' }) {
  return (
    <Button
      look="quiet"
      size="small"
      onClick={async () => {
        const made = await writer().then(
          ({ questionTemplate }) => questionTemplate(format),
          () => undefined,
        )
        if (made) saveBlob(made.name, made.file)
        else void toast.error(text.notSaved)
      }}
    >
      {text.template[format]}
    </Button>
  )
}

function ExportPart({ pools }: { pools: readonly Pool[] }) {
  const id = useId()
  const [format, setFormat] = useState<Format>('csv')
  const [left, setLeft] = useState<string[]>([])
  const isEmpty = pools.every(({ questions }) => questions.length === 0)
  async function save() {
    const made = await writer().then(
      ({ questionFile }) => questionFile(pools, format),
      () => undefined,
    )
    if (!made) return void toast.error(text.notSaved)
    setLeft(made.left.map(({ definition }) => definition.text))
    saveFile(made.name, made.type, made.text)
  }
  return (
    <section>
      <h3 className="mb-2 text-base">{text.out}</h3>
      <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
        {text.format}
      </label>
      <p className="flex flex-wrap items-center gap-3">
        <select
          id={id}
          value={format}
          onChange={({ target }) => setFormat(target.value as Format)}
          className={`${SELECT} max-w-[240px]`}
        >
          {Object.entries(text.formats).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <Button look="quiet" size="small" disabled={isEmpty} onClick={() => void save()}>
          {text.save}
        </Button>
      </p>
      {left.length > 0 && (
        <Alert tone="attention" className="mt-3">
          {text.left}
          <ul>
            {left.map((question) => (
              <li key={question} className="line-clamp-2">
                {question}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </section>
  )
}
