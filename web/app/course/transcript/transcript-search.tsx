import type { KeyboardEvent } from 'react'
import { directionOf } from '~/shared/formats/direction'
import { Icon, type IconName } from '~/shared/ui/icon'
import { transcriptText as text } from './transcript.he'

type TranscriptSearchProps = {
  query: string
  onQuery: (query: string) => void
  count: number
  /** Number of the match that is shown, from 0. */
  current: number
  onStep: (by: 1 | -1) => void
}

/** Search inside the transcript: Enter goes to the next match, with Shift to the one before, Escape clears. */
export function TranscriptSearch({ query, onQuery, count, current, onStep }: TranscriptSearchProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      onStep(event.shiftKey ? -1 : 1)
    } else if (event.key === 'Escape' && query !== '') {
      event.stopPropagation()
      onQuery('')
    }
  }
  return (
    <div className="flex items-center gap-1 pb-2">
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        dir={directionOf(query)}
        aria-label={text.search}
        placeholder={text.search}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={press}
        className="min-h-11 min-w-0 grow rounded-control border border-field bg-card px-3.5 placeholder:text-ink-3"
      />
      <p role="status" className="shrink-0 px-1 text-ink-2 text-sm empty:hidden">
        {query.trim() !== '' && (count > 0 ? text.found(current + 1, count) : text.notFound)}
      </p>
      {count > 0 && (
        <>
          <SearchButton icon="chevron-up" label={text.previous} onClick={() => onStep(-1)} />
          <SearchButton icon="chevron-down" label={text.next} onClick={() => onStep(1)} />
        </>
      )}
      {query !== '' && <SearchButton icon="close" label={text.clear} onClick={() => onQuery('')} />}
    </div>
  )
}

function SearchButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-rule/40 hover:text-ink"
    >
      <Icon name={icon} />
    </button>
  )
}
