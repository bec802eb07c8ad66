import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { TextField } from '~/shared/ui/text-field'
import { LONGEST_TAG, studentTagsQuery } from './student-tags.calls'

type TagFieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  tag: string
  onWrite: (tag: string) => void
  autoFocus?: boolean
}

/** A tag by typing, completed from the ones in use. */
export function TagField({ tag, onWrite, ...field }: TagFieldProps) {
  const { data: known } = useQuery(studentTagsQuery())
  const listId = useId()
  return (
    <>
      <TextField
        {...field}
        value={tag}
        maxLength={LONGEST_TAG}
        list={listId}
        autoComplete="off"
        onChange={({ target }) => onWrite(target.value)}
      />
      <datalist id={listId}>
        {known?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
