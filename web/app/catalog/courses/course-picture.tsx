import { clsx } from 'clsx'
import { focusClass } from '~/shared/media/focus'
import { useBrokenImage } from '~/shared/media/use-broken-image'
import { useMediaUrl } from '~/shared/media/use-media-url'

/** The small picture of a course in a line of a list; a quiet wash when it has none, or when it does not load. */
export function CoursePicture({ url }: { url: string | null }) {
  const address = useMediaUrl(url)
  const { isBroken, watch } = useBrokenImage()
  return (
    <div className="h-[72px] w-[108px] shrink-0 overflow-hidden rounded-control border border-rule bg-green-wash">
      {address && !isBroken && (
        <img
          {...watch}
          src={address}
          alt=""
          loading="lazy"
          width={108}
          height={72}
          className={clsx('size-full object-cover', focusClass(url))}
        />
      )}
    </div>
  )
}
