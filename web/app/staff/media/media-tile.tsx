import { formatClock } from '~/shared/formats/clock'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { Bidi } from '~/shared/ui/bidi'
import { Icon, type IconName } from '~/shared/ui/icon'
import { mediaText as text } from './media.he'
import { type MediaFile, pictureAddress, sizeAsRead } from './media.rules'

const CARD_WIDTH = 320

type MediaTileProps = { file: MediaFile; name: string; isDisabled: boolean; onChosen: () => void }

/** A file of the library in its grid: what it looks like, its name, and how it stands. */
export function MediaTile({ file, name, isDisabled, onChosen }: MediaTileProps) {
  return (
    <button
      type="button"
      aria-label={name}
      disabled={isDisabled}
      onClick={onChosen}
      className="flex h-full w-full flex-col rounded-card border border-rule bg-card text-start hover:border-green disabled:opacity-55"
    >
      <Thumbnail file={file} />
      <span className="block w-full px-3 py-2 text-sm">
        <span className="block truncate">
          <Bidi>{file.name}</Bidi>
        </span>
        <Standing file={file} />
      </span>
    </button>
  )
}

function Standing({ file }: { file: MediaFile }) {
  const { state, failure, alt, kind } = file
  if (state === 'failed')
    return <span className="line-clamp-2 text-red">{text.failures[failure ?? ''] ?? text.refused}</span>
  if (state === 'waiting') return <span className="text-ink-2">{text.waiting}</span>
  if (kind !== 'picture')
    return (
      <span className="block truncate text-ink-2">
        <bdi dir="ltr" className="tabular-nums">
          {[file.durationSeconds && formatClock(file.durationSeconds), sizeAsRead(file.storedBytes)]
            .filter(Boolean)
            .join(' · ')}
        </bdi>
        {file.isFaststart === false && <span className="text-saffron-ink">, {text.slowStart}</span>}
      </span>
    )
  return alt ? (
    <span className="block truncate text-ink-2">{alt}</span>
  ) : (
    <span className="text-saffron-ink">{text.noAlt}</span>
  )
}

function iconOf({ state, kind }: MediaFile): IconName {
  if (state !== 'ready') return state === 'failed' ? 'warning' : 'clock'
  return kind === 'video' ? 'play' : 'download'
}

function Thumbnail({ file }: { file: MediaFile }) {
  const variants = file.kind === 'video' ? file.poster : file.variants
  const address = useMediaUrl(pictureAddress({ variants }, CARD_WIDTH))
  return (
    <span className="grid aspect-video w-full place-items-center overflow-hidden rounded-t-card bg-rule text-ink-3">
      {address ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          style={{ objectPosition: `${file.focus.x * 100}% ${file.focus.y * 100}%` }}
        />
      ) : (
        <Icon name={iconOf(file)} className="size-8" />
      )}
    </span>
  )
}
