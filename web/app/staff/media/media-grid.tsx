import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { Loading } from '~/shared/ui/loading'
import { Pager } from '~/shared/ui/pager'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { TextField } from '~/shared/ui/text-field'
import { type MediaAsked, mediaQuery } from './media.calls'
import { mediaText as text } from './media.he'
import { type MediaFile, pictureAddress } from './media.rules'

const PAGE_SIZE = 50
const CARD_WIDTH = 320
const KILOBYTE = 1_000

type MediaGridProps = {
  /** What choosing a picture is called, and what it does. Only those that are ready can be chosen where it says so. */
  nameOf: (name: string) => string
  onChosen: (file: MediaFile) => void
  readyOnly?: boolean
}

/** The pictures of the library, found by name or text. */
export function MediaGrid({ nameOf, onChosen, readyOnly = false }: MediaGridProps) {
  const [asked, setAsked] = useState<MediaAsked>({ search: '', sort: 'newest', page: 0 })
  const { data, isPending, isError, refetch } = useQuery({ ...mediaQuery(asked), placeholderData: keepPreviousData })
  if (isPending) return <Loading />
  if (isError && !data) return <Failed text={text.failed} onRetry={() => void refetch()} />
  const { files, total, bytes } = data
  return (
    <>
      <div className="flex flex-wrap items-end gap-4 pb-4">
        <TextField
          label={text.search}
          type="search"
          value={asked.search}
          maxLength={100}
          onChange={({ target }) => setAsked({ ...asked, search: target.value, page: 0 })}
        />
        <label className="grid gap-1">
          <span className="font-semibold">{text.sort}</span>
          <select
            value={asked.sort}
            onChange={({ target }) => setAsked({ ...asked, sort: target.value as MediaAsked['sort'], page: 0 })}
            className="min-h-12 rounded-control border border-field bg-card px-3"
          >
            {Object.entries(text.sorts).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <p role="status" className="pb-3 text-ink-2 text-sm">
          {plural(total, text.counted)}, {text.used(Math.round(bytes / KILOBYTE))}
        </p>
      </div>
      {files.length === 0 ? (
        <StateMessage title={text.empty} body={text.emptyLead} />
      ) : (
        <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-5">
          {files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                aria-label={nameOf(file.name)}
                disabled={readyOnly && file.state !== 'ready'}
                onClick={() => onChosen(file)}
                className="block w-full rounded-card border border-rule bg-card text-start hover:border-green disabled:opacity-55"
              >
                <Thumbnail file={file} />
                <span className="block px-3 py-2 text-sm">
                  <span className="block truncate">
                    <bdi>{file.name}</bdi>
                  </span>
                  <Standing file={file} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={asked.page}
        pageSize={PAGE_SIZE}
        total={total}
        label={text.pages}
        onPage={(page) => setAsked({ ...asked, page })}
      />
    </>
  )
}

function Standing({ file: { state, failure, alt } }: { file: MediaFile }) {
  if (state === 'failed') return <span className="text-red">{text.failures[failure ?? ''] ?? text.refused}</span>
  if (state === 'waiting') return <span className="text-ink-2">{text.waiting}</span>
  return alt ? (
    <span className="block truncate text-ink-2">{alt}</span>
  ) : (
    <span className="text-saffron-ink">{text.noAlt}</span>
  )
}

function Thumbnail({ file }: { file: MediaFile }) {
  const address = useMediaUrl(pictureAddress(file, CARD_WIDTH))
  return (
    <span className="block aspect-video overflow-hidden rounded-t-card bg-rule">
      {address && (
        <img
          src={address}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          style={{ objectPosition: `${file.focus.x * 100}% ${file.focus.y * 100}%` }}
        />
      )}
    </span>
  )
}
