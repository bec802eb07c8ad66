import { clsx } from 'clsx'
import { useState } from 'react'
import { initialsOf } from '~/shared/formats/text'
import { useMediaUrl } from '~/shared/media/use-media-url'

type AvatarProps = { name: string; imageUrl?: string | null | undefined; size?: 'small' | 'large' }

/** A portrait, or the first letters of the name where there is none or it does not load. The name stands beside it. */
export function Avatar({ name, imageUrl, size = 'small' }: AvatarProps) {
  const [failed, setFailed] = useState(false)
  const url = useMediaUrl(imageUrl)
  const side = size === 'small' ? 32 : 56
  const shape = clsx('shrink-0 rounded-full', size === 'small' ? 'size-8 text-xs' : 'size-14 text-lg')
  if (!url || failed) {
    return (
      <span aria-hidden="true" className={clsx(shape, 'grid place-items-center bg-ink font-semibold text-white')}>
        {initialsOf(name)}
      </span>
    )
  }
  return (
    <img
      src={url}
      alt=""
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className={clsx(shape, 'bg-rule object-cover')}
    />
  )
}
