import { sourceSet } from '~/shared/media/library-picture'
import { useMediaUrl } from '~/shared/media/use-media-url'
import type { RichAttrs } from './rich-text.rules'

/** The width of a text, and that of a phone. */
const SIZES = '(min-width: 720px) 640px, 92vw'

/** A picture in a text: in the width and format that the browser asks for, with its place kept while it loads. */
export function RichPicture({ src, widths = [], width, height, alt = '', caption }: RichAttrs) {
  const folder = useMediaUrl(src)
  if (!folder || widths.length === 0) return null
  return (
    <figure className="my-8">
      <picture>
        <source type="image/avif" srcSet={sourceSet(folder, widths, 'avif')} sizes={SIZES} />
        <img
          src={`${folder}${Math.max(...widths)}.webp`}
          srcSet={sourceSet(folder, widths, 'webp')}
          sizes={SIZES}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="h-auto max-w-full rounded-card border border-rule"
        />
      </picture>
      {caption && <figcaption className="mt-2 text-ink-2 text-sm">{caption}</figcaption>}
    </figure>
  )
}
