import { all } from './pasted-dom'

const EMOJI =
  /^(?:\p{Extended_Pictographic}(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}]|\u200D(?=.))*)+$|^[\u{1F1E6}-\u{1F1FF}]{2}$/u
const INLINE = /^data:image\/(png|jpe?g|gif|webp|avif|bmp);base64,([A-Za-z0-9+/=\s]+)$/i
/** Smaller ones count who reads a mail, or hold a place. */
const SMALLEST = 3

/**
 * Takes the pictures out of a document: emoji stay as words, those that came along become files.
 * @param missing gets what the others show, or the names of their files
 */
export function takePictures(body: HTMLElement, missing: string[]): File[] {
  const files: File[] = []
  for (const image of all(body, 'img, v\\:imagedata')) {
    if (image.closest('[data-rich-picture]')) continue
    const alt = (image.getAttribute('data-plain-text') ?? image.getAttribute('alt') ?? '').trim()
    const src = image.getAttribute('src') ?? ''
    if (EMOJI.test(alt)) {
      image.replaceWith(alt)
      continue
    }
    image.remove()
    const sizes = [image.getAttribute('width'), image.getAttribute('height')].map((size) =>
      Number.parseInt(size ?? '', 10),
    )
    if (sizes.some((size) => size <= SMALLEST)) continue
    const file = fileOf(src, alt, files.length + 1)
    if (file) files.push(file)
    else missing.push(alt || nameOf(src))
  }
  return files
}

function fileOf(src: string, alt: string, number: number): File | undefined {
  const [, type = '', data] = INLINE.exec(src) ?? []
  if (!data) return undefined
  try {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    const kind = type.toLowerCase().replace('jpg', 'jpeg')
    return new File([bytes], `${alt.slice(0, 60) || `image${number}`}.${kind}`, { type: `image/${kind}` })
  } catch {
    return undefined
  }
}

/** The name of a file at the end of its address. */
function nameOf(src: string): string {
  const [path = ''] = src.split(/[?#]/)
  const name = src.startsWith('data:') ? '' : (path.split(/[\\/]/).at(-1) ?? '')
  return name.slice(0, 60)
}
