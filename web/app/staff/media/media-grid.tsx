import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Pager } from '~/shared/ui/pager'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { TextField } from '~/shared/ui/text-field'
import { type MediaAsked, mediaQuery } from './media.calls'
import { mediaText as text } from './media.he'
import { type MediaFile, type MediaKind, sizeAsRead } from './media.rules'
import { MediaTile } from './media-tile'

const PAGE_SIZE = 50

type MediaGridProps = {
  /** Only files of this kind; without one they can be chosen. */
  kind?: MediaKind | undefined
  /** Whether what is not used and the trash can be looked at. */
  hasShelves?: boolean
  /** What choosing a file is called, and what it does. Only those that are ready can be chosen where it says so. */
  nameOf: (name: string) => string
  onChosen: (file: MediaFile) => void
  readyOnly?: boolean
  /** A file that cannot be chosen, because it is the one that gives way. */
  except?: string | undefined
}

/** The files of the library, found by name or text. */
export function MediaGrid({ kind, hasShelves = false, nameOf, onChosen, readyOnly = false, except }: MediaGridProps) {
  const [asked, setAsked] = useState<MediaAsked>({
    kind: kind ?? 'all',
    shelf: 'all',
    search: '',
    sort: 'newest',
    page: 0,
  })
  const { data, isPending, isError, refetch } = useQuery({ ...mediaQuery(asked), placeholderData: keepPreviousData })
  if (isPending) return <Loading />
  if (isError && !data) return <Failed text={text.failed} onRetry={() => void refetch()} />
  const ask = (changes: Partial<MediaAsked>) => setAsked({ ...asked, page: 0, ...changes })
  return (
    <>
      <div className="flex flex-wrap items-end gap-4 pb-4">
        <TextField
          label={text.search}
          type="search"
          value={asked.search}
          maxLength={100}
          onChange={({ target }) => ask({ search: target.value })}
        />
        {!kind && (
          <Choice label={text.kind} words={text.kinds} value={asked.kind} onChosen={(to) => ask({ kind: to })} />
        )}
        {hasShelves && (
          <Choice label={text.shelf} words={text.shelves} value={asked.shelf} onChosen={(to) => ask({ shelf: to })} />
        )}
        <Choice label={text.sort} words={text.sorts} value={asked.sort} onChosen={(to) => ask({ sort: to })} />
        <p role="status" className="pb-3 text-ink-2 text-sm">
          {plural(data.total, text.counted)}.{' '}
          <Bidi>{text.used(`\u2066${sizeAsRead(data.bytes)}\u2069`, `\u2066${sizeAsRead(data.quota)}\u2069`)}</Bidi>
        </p>
      </div>
      {data.files.length === 0 ? (
        <Empty asked={asked} isFiltered={!kind && asked.kind !== 'all'} />
      ) : (
        <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-5">
          {data.files.map((file) => (
            <li key={file.id}>
              <MediaTile
                file={file}
                name={nameOf(file.name)}
                isDisabled={file.state === 'waiting' || (readyOnly && file.state !== 'ready') || file.id === except}
                onChosen={() => onChosen(file)}
              />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={asked.page}
        pageSize={PAGE_SIZE}
        total={data.total}
        label={text.pages}
        onPage={(page) => setAsked({ ...asked, page })}
      />
    </>
  )
}

function Empty({ asked: { search, shelf }, isFiltered }: { asked: MediaAsked; isFiltered: boolean }) {
  const [title, body] = text.empty[search !== '' || (isFiltered && shelf === 'all') ? 'found' : shelf]
  return <StateMessage title={title} body={body} />
}

type ChoiceProps<Value extends string> = {
  label: string
  words: Readonly<Record<Value, string>>
  value: Value
  onChosen: (value: Value) => void
}

function Choice<Value extends string>({ label, words, value, onChosen }: ChoiceProps<Value>) {
  return (
    <label className="grid gap-1">
      <span className="font-semibold">{label}</span>
      <select
        value={value}
        onChange={({ target }) => onChosen(target.value as Value)}
        className="min-h-12 rounded-control border border-field bg-card px-3"
      >
        {Object.entries<string>(words).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
