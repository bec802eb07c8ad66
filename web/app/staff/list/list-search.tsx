import { useEffect, useRef, useState } from 'react'
import { directionOf } from '~/shared/formats/direction'
import { stripInvisible } from '~/shared/formats/invisible'
import { listText as text } from './list.he'
import { useSearchKey } from './use-search-key'

/** How long after the last letter a list is asked, in ms. */
const PAUSE = 250

type ListSearchProps = { hint: string; value: string; onSearch: (search: string) => void }

/** The search field of a list: asks when the typing pauses, at once on Enter; `/` leads to it from anywhere on the page. */
export function ListSearch({ hint, value, onSearch }: ListSearchProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useSearchKey(field)
  // The way back in the browser, and "clear", change what is searched from outside.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(waiting.current), [])
  const search = (next: string, pause: number) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => onSearch(stripInvisible(next).trim()), pause)
  }
  return (
    <input
      ref={field}
      type="search"
      dir={directionOf(typed)}
      aria-label={text.search}
      placeholder={hint}
      value={typed}
      maxLength={100}
      onChange={({ target }) => {
        setTyped(target.value)
        search(target.value, PAUSE)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search(typed, 0)
        if (key !== 'Escape') return
        setTyped('')
        search('', 0)
      }}
      className="min-h-11 min-w-60 grow rounded-control border border-field bg-card px-3 placeholder:text-ink-3 md:max-w-[340px]"
    />
  )
}
