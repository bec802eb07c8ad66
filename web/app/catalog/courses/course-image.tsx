import { clsx } from 'clsx'
import { focusClass } from '~/shared/media/focus'
import { drawnSources } from '~/shared/media/library-picture'
import { useBrokenImage } from '~/shared/media/use-broken-image'
import { useMediaUrl } from '~/shared/media/use-media-url'

const DEFAULT_IMAGE = '/course.svg'
/** A card beside two others, and the whole width of a phone. */
const SIZES = '(min-width: 1024px) 640px, (min-width: 768px) 48vw, 92vw'

type CourseImageProps = { url: string | null; eager?: boolean; className?: string }

/** The picture of a course; a course without one, or whose picture does not load, gets our own drawing [2.2-17]. */
export function CourseImage({ url, eager = false, className }: CourseImageProps) {
  const { isBroken, watch } = useBrokenImage()
  const own = useMediaUrl(url)
  const source = !own || isBroken ? DEFAULT_IMAGE : own
  const drawn = isBroken ? null : drawnSources(url, own)
  const picture = (
    <img
      {...watch}
      src={source}
      alt=""
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      data-default-image={source === DEFAULT_IMAGE || undefined}
      srcSet={drawn?.webp}
      sizes={drawn ? SIZES : undefined}
      className={clsx('aspect-video w-full bg-blue-wash object-cover', !isBroken && focusClass(url), className)}
    />
  )
  if (!drawn) return picture
  return (
    <picture>
      <source type="image/avif" srcSet={drawn.avif} sizes={SIZES} />
      {picture}
    </picture>
  )
}
