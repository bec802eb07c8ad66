import { clsx } from 'clsx'
import { useBrokenImage } from '~/shared/media/use-broken-image'
import { useMediaUrl } from '~/shared/media/use-media-url'

const DEFAULT_IMAGE = '/course.svg'

type CourseImageProps = { url: string | null; eager?: boolean; className?: string }

/** The picture of a course; a course without one, or whose picture does not load, gets our own drawing [2.2-17]. */
export function CourseImage({ url, eager = false, className }: CourseImageProps) {
  const { isBroken, watch } = useBrokenImage()
  const own = useMediaUrl(url)
  const source = !own || isBroken ? DEFAULT_IMAGE : own
  return (
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
      className={clsx('aspect-video w-full bg-blue-wash object-cover', className)}
    />
  )
}
