import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { stripInvisible } from '~/shared/formats/invisible'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextField } from '~/shared/ui/text-field'
import { foundFactsQuery } from '~/staff/finance-facts/finance-facts.calls'
import { ChoiceList } from './choice-list'
import { editorText as text } from './editor.he'
import type { InsertDialogProps } from './insert-dialogs'
import { SitePageList } from './site-page-list'

/** Chooses a published fact; its words and source are filled in by the server. */
export function FactDialog({ onDone, onClose }: InsertDialogProps) {
  const [typed, setTyped] = useState('')
  const { data: facts, isFetching, isError } = useQuery(foundFactsQuery(useDeferredValue(stripInvisible(typed).trim())))
  const [problem, setProblem] = useState<string>()
  const message = isError ? text.factsFailed : isFetching ? text.factsLoading : facts?.length === 0 ? text.noFacts : ''
  return (
    <ConfirmDialog
      title={text.factTitle}
      lead={text.factLead}
      confirm={text.done}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        setProblem(text.factUnchosen)
        return false
      }}
      onConfirm={async () => undefined}
      onClose={onClose}
    >
      <TextField
        label={text.factName}
        autoFocus
        maxLength={100}
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="mt-3 min-h-6 text-ink-2 text-sm">
        {message}
      </p>
      {facts && facts.length > 0 && (
        <ChoiceList
          label={text.facts}
          choices={facts.map((fact) => ({ key: fact.id, aside: fact.says, name: fact.name, choice: fact }))}
          onChosen={({ id, says, checkedOn }) => onDone({ id, says, checked_on: checkedOn, source: null })}
        />
      )}
    </ConfirmDialog>
  )
}

/** Chooses a course by its name. */
export function CourseDialog({ onDone, onClose }: InsertDialogProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      title={text.courseTitle}
      lead={text.courseLead}
      confirm={text.done}
      cancel={text.cancel}
      look="primary"
      isReady={() => {
        setProblem(text.courseUnchosen)
        return false
      }}
      onConfirm={async () => undefined}
      onClose={onClose}
    >
      <TextField
        label={text.courseName}
        autoFocus
        maxLength={100}
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SitePageList typed={typed} kinds={['course']} onChosen={({ id, title }) => onDone({ id, title })} />
    </ConfirmDialog>
  )
}
