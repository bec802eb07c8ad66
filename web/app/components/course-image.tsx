import { clsx } from 'clsx'
import { useState } from 'react'
import { useMediaUrl } from '~/lib/use-media-url'

const LINES = [0, 1, 2, 3, 4, 5, 6]
const GROWING_LINE = 4

type CourseImageProps = { url: string | null; eager?: boolean; className?: string }

/** The picture of a course; a course without one, or whose picture does not load, gets our own drawing [2.2-17]. */
export function CourseImage({ url, eager = false, className }: CourseImageProps) {
  const [failed, setFailed] = useState(false)
  const source = useMediaUrl(url)
  if (!source || failed) return <DefaultImage className={className} />
  return (
    <img
      src={source}
      alt=""
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(true)}
      className={clsx('aspect-video w-full bg-blue-wash object-cover', className)}
    />
  )
}

function DefaultImage({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-default-image
      className={clsx('block aspect-video w-full bg-blue-wash', className)}
    >
      {LINES.map((line) => (
        <path
          key={line}
          d={`M0 ${310 - line * 34}C160 ${290 - line * 40} 300 ${230 - line * 18} 640 ${260 - line * 36}`}
          fill="none"
          className={line === GROWING_LINE ? 'stroke-green' : 'stroke-ink/40'}
          strokeWidth={line === GROWING_LINE ? 6 : 2}
        />
      ))}
    </svg>
  )
}
