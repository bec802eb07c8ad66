import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { directionOf } from '~/shared/formats/direction'
import { Bidi } from '~/shared/ui/bidi'
import type { FieldParts } from '~/staff/form/versioned-form'
import { articleTagsQuery } from './article-tags.calls'
import { articleTagsText as text } from './article-tags.he'
import { asTag, LONGEST_ARTICLE_TAG, MOST_TAGS, tagsLike, withTags } from './article-tags.rules'

type ArticleTagsFieldProps = {
  parts: FieldParts
  hint: string | undefined
  /** The tags, one a line. */
  value: string
  onWrite: (lines: string) => void
}

/** Tags by typing, completed from those in use: arrows choose, Enter or a comma takes, Backspace in an empty field takes away. */
export function ArticleTagsField({ parts, hint, value, onWrite }: ArticleTagsFieldProps) {
  const { label, error } = parts
  const { data: known = [] } = useQuery(articleTagsQuery())
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const tags = value === '' ? [] : value.split('\n')
  const found = isOpen && tags.length < MOST_TAGS ? tagsLike(typed, known, tags) : []

  function ask(words: string) {
    setTyped(words)
    setRefused(false)
    setIsOpen(words.trim() !== '')
    setChosen(-1)
  }
  /** Takes one tag, or several with commas between them; what is refused stays to be mended. */
  function add(words: string) {
    if (asTag(words.replaceAll(',', ' ')) === '') return
    const { made, refused: left } = withTags(tags, words, known)
    ask(left.join(', '))
    setRefused(left.length > 0)
    if (made !== tags) onWrite(made.join('\n'))
    const isNew = made !== tags && left.length === 0
    setMessage(isNew ? text.added(made.slice(tags.length).join(', ')) : text.refused(left[0] ?? asTag(words)))
  }
  function remove(tag: string) {
    onWrite(tags.filter((other) => other !== tag).join('\n'))
    setMessage(text.removed(tag))
    input.current?.focus()
  }
  function press(event: KeyboardEvent) {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const all = tagsLike(typed, known, tags).length
      const step = key === 'ArrowDown' ? 1 : -1
      setChosen((at) => (all === 0 ? -1 : at < 0 ? (step > 0 ? 0 : all - 1) : (at + step + all) % all))
    } else if (key === 'Enter' || key === ',') {
      event.preventDefault()
      add(found[chosen] ?? typed)
    } else if (key === 'Escape' && isOpen) {
      event.stopPropagation()
      setIsOpen(false)
      setChosen(-1)
    } else if (key === 'Backspace' && typed === '' && tags.length > 0) {
      remove(tags.at(-1) ?? '')
    }
  }

  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="relative">
      {/* Stands for the field in the form. */}
      <input type="hidden" {...parts} />
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div
        className={clsx(
          'flex min-h-12 flex-wrap items-center gap-2 rounded-control border bg-card px-3 py-1.5 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2',
          error ? 'border-red' : 'border-field',
        )}
      >
        {tags.length > 0 && (
          <ul aria-label={label} className="contents">
            {tags.map((tag) => (
              <li key={tag} className="flex min-h-8 items-center rounded-md border border-rule-2 bg-rule/40 ps-2.5">
                <Bidi>{tag}</Bidi>
                <button
                  type="button"
                  aria-label={text.remove(tag)}
                  onClick={() => remove(tag)}
                  className="min-h-8 min-w-8"
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[chosen] === undefined ? undefined : `${id}-${chosen}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          autoComplete="off"
          dir={directionOf(typed)}
          maxLength={MOST_TAGS * (LONGEST_ARTICLE_TAG + 2)}
          value={typed}
          onChange={({ target }) => ask(target.value)}
          onKeyDown={press}
          onBlur={() => add(typed)}
          className="min-h-8 min-w-32 grow bg-transparent outline-none"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={text.known}
        hidden={found.length === 0}
        className="absolute inset-x-0 z-10 mt-1 rounded-control border border-rule bg-card py-1 shadow-float"
      >
        {found.map((tag, place) => (
          <div
            key={tag}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            // The field keeps the focus, so that what is typed there is not taken for a tag.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(tag)}
            onKeyDown={() => undefined}
            className={clsx(
              'flex min-h-11 cursor-pointer items-center px-3',
              place === chosen ? 'bg-blue-wash' : 'hover:bg-rule/40',
            )}
          >
            <Bidi>{tag}</Bidi>
          </div>
        ))}
      </div>
      <p role="status" className={refused ? 'mt-1 text-red text-sm' : 'sr-only'}>
        {message}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-3 text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-red text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
