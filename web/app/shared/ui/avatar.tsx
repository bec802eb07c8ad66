import { clsx } from 'clsx'
import { initialsOf } from '~/shared/formats/text'
import { focusClass } from '~/shared/media/focus'
import { useBrokenImage } from '~/shared/media/use-broken-image'
import { useMediaUrl } from '~/shared/media/use-media-url'

type AvatarProps = { name: string; imageUrl?: string | null | undefined; size?: 'small' | 'large' }

/** A portrait, or the first letters of the name where there is none or it does not load. The name stands beside it. */
export function Avatar({ name, imageUrl, size = 'small' }: AvatarProps) {
  const { isBroken, watch } = useBrokenImage()
  const url = useMediaUrl(imageUrl)
  const side = size === 'small' ? 32 : 56
  const shape = clsx('shrink-0 rounded-full', size === 'small' ? 'size-8 text-xs' : 'size-14 text-lg')
  if (!url || isBroken) {
    return (
      <span aria-hidden="true" className={clsx(shape, 'grid place-items-center bg-ink font-semibold text-white')}>
        {initialsOf(name)}
      </span>
    )
  }
  return (
    <img
      {...watch}
      src={url}
      alt=""
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
      className={clsx(shape, 'bg-rule object-cover', focusClass(imageUrl))}
    />
  )
}
