import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { CaptionsField } from '~/staff/captions/captions-field'
import { RichField } from '~/staff/editor/rich-field'
import type { FieldParts } from '~/staff/form/versioned-form'
import type { FormValues } from '~/staff/form/versions.rules'
import { LessonFilesField } from '~/staff/media/lesson-files-field'
import { PictureField } from '~/staff/media/picture-field'
import { VideoField } from '~/staff/media/video-field'
import { PoolsField } from '~/staff/question-bank/pools-field'
import { lessonChoicesQuery } from '~/staff/question-bank/video-lessons.calls'
import { QuizFileTools } from '~/staff/question-import/quiz-file-tools'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { ArticleTagsField } from './article-tags-field'
import { ArticlesField } from './articles-field'
import { contentText as text } from './content.he'
import { CONTENT_FIELDS, type FieldType, usesField } from './content.rules'
import { choicesQuery } from './content-choices.calls'

const SELECT = 'block min-h-12 w-full rounded-control border border-field bg-card px-3'

/** Lines of a text that is longer or shorter than others. */
const ROWS: Readonly<Record<string, number>> = { summary_he: 14, note_he: 3, reason_he: 2 }

type ContentFieldsProps = {
  kind: ContentKind
  field: (name: string) => FieldParts
  /** What the fields of the form hold now, and how one is filled. */
  values: FormValues
  /** The course of a lesson or test. */
  parent: string | null
  write: (name: string, value: string) => void
}

/** The fields of a kind. */
export function ContentFields({ kind, field, ...form }: ContentFieldsProps) {
  return Object.entries(CONTENT_FIELDS[kind])
    .filter(([name]) => usesField(name, form.values))
    .map(([name, type]) => (
      <ContentField
        key={name}
        name={name}
        type={type}
        parts={field(name)}
        hint={text.hints[`${kind}.${name}`] ?? text.hints[name]}
        {...form}
      />
    ))
}

type ContentFieldProps = Pick<ContentFieldsProps, 'values' | 'parent' | 'write'> & {
  name: string
  type: FieldType
  parts: FieldParts
  hint: string | undefined
}

function ContentField({ name, type, parts, hint, values, parent, write }: ContentFieldProps) {
  switch (type) {
    case 'rich':
      return <RichField parts={parts} value={String(values[name] ?? '')} onWrite={(json) => write(name, json)} />
    case 'day':
    case 'date':
      return <TextField {...parts} hint={hint} type="date" dir="ltr" className="max-w-[240px]" />
    case 'tags':
      return (
        <ArticleTagsField
          parts={parts}
          hint={hint}
          value={String(values[name] ?? '')}
          onWrite={(lines) => write(name, lines)}
        />
      )
    case 'captions':
      return <CaptionsField parts={parts} held={(other) => String(values[other] ?? '')} write={write} />
    case 'sentences':
      return <TextArea {...parts} hint={hint} rows={8} />
    case 'chapters':
      return <TextArea {...parts} hint={hint} rows={5} />
    case 'switch':
      return <CheckboxField {...parts} />
    case 'text':
      return <TextArea {...parts} hint={hint} rows={ROWS[name] ?? 5} />
    case 'lines':
      return <TextArea {...parts} hint={hint} rows={3} />
    case 'category':
    case 'author':
      return <RecordOfKindField {...parts} of={type} />
    case 'articles':
      return (
        <ArticlesField
          parts={parts}
          hint={hint}
          json={String(values[name] ?? '[]')}
          onWrite={(json) => write(name, json)}
        />
      )
    case 'lesson':
      return <LessonField {...parts} course={parent ?? ''} />
    case 'provider':
    case 'review':
    case 'type':
    case 'unit':
      return <WordField {...parts} words={text.words[name] ?? {}} />
    case 'pools':
      return (
        <PoolsField
          {...{ parts, write, tools: QuizFileTools }}
          course={parent ?? ''}
          json={String(values[name] ?? '[]')}
        />
      )
    case 'brackets':
      return <TextArea {...parts} hint={hint} rows={7} dir="ltr" />
    case 'amount':
      return <TextField {...parts} hint={hint} inputMode="decimal" dir="ltr" className="max-w-[240px]" />
    case 'number':
      return <TextField {...parts} hint={hint} inputMode="numeric" dir="ltr" className="max-w-[240px]" />
    case 'address':
      return (
        <PictureField
          parts={parts}
          hint={hint}
          value={String(values[name] ?? '')}
          onChosen={(address) => write(name, address)}
        />
      )
    case 'attachments':
      return <LessonFilesField parts={parts} json={String(values[name] ?? '[]')} write={write} />
    case 'file':
      return <VideoField parts={parts} hint={hint} held={(other) => String(values[other] ?? '')} write={write} />
    case 'slug':
    case 'link':
      return <TextField {...parts} hint={hint} dir="ltr" />
    case 'line':
      return <TextField {...parts} hint={hint} />
  }
}

type WordFieldProps = ComponentProps<'select'> & {
  label: string
  error: string | undefined
  words: Readonly<Record<string, string>>
}

/** One of a few words. */
function WordField({ label, error, words, ...select }: WordFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select {...select} id={id} aria-invalid={error ? true : undefined} className={SELECT}>
        {Object.entries(words).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type RecordFieldProps = ComponentProps<'select'> & {
  label: string
  error: string | undefined
  choices: readonly { id: string; name: string }[] | undefined
}
type ChoosingProps = Omit<RecordFieldProps, 'choices'>

function RecordOfKindField({ of, ...field }: ChoosingProps & { of: Parameters<typeof choicesQuery>[0] }) {
  return <RecordField {...field} choices={useQuery(choicesQuery(of)).data} />
}

function LessonField({ course, ...field }: ChoosingProps & { course: string }) {
  return <RecordField {...field} choices={useQuery(lessonChoicesQuery(course)).data} />
}

/** Chooses a record of another kind, or none. */
function RecordField({ label, error, choices, ...select }: RecordFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        {...select}
        // What is chosen is known to the form before its name is.
        key={choices ? 'ready' : 'loading'}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={SELECT}
      >
        <option value="">{text.none}</option>
        {choices?.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-red text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
