/** Kinds of files that the library has no place for, by the endings of their names; what is said of each tells what to do. */
const UNWANTED: Readonly<Record<string, readonly string[]>> = {
  HEIC: ['heic', 'heif', 'hif'],
  OTHER_VIDEO: ['avi', 'mov', 'qt', 'wmv', 'mkv', 'webm', 'mpg', 'mpeg', 'flv', '3gp', 'mts', 'ogv'],
  OTHER_PICTURE: ['gif', 'bmp', 'tif', 'tiff', 'svg', 'psd', 'ico', 'jfif', 'jxl', 'dng', 'cr2', 'nef'],
  OTHER_DOCUMENT: ['doc', 'xls', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'pages', 'numbers', 'key', 'rtf', 'txt'],
  SOUND: ['mp3', 'm4a', 'wav', 'aac', 'ogg', 'flac'],
}

/** A code for what is wrong with a file by the ending of its name, where more can be said than that it is not taken. */
export function refusedExtensionReason(ending: string): string | undefined {
  return Object.keys(UNWANTED).find((code) => UNWANTED[code]?.includes(ending))
}

/** So many first bytes tell what a file is. */
export const HEAD_BYTES = 64

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

/**
 * What a file is by its first bytes where its name promises something else, so that nobody waits for an upload that the
 * server will refuse; undefined for all that the server should judge.
 * @param type under which it would go up
 */
export function contentProblem(type: string, head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  const is = foundIn(text)
  if (is === 'HEIC' || is === 'OTHER_VIDEO' || is === undefined) return is
  if (is === 'IS_PDF') return type === 'application/pdf' ? undefined : is
  return type.startsWith(is === 'IS_PICTURE' ? 'image/' : 'video/') ? undefined : is
}

function foundIn(text: string) {
  const [start, boxed] = [text.slice(0, 4), text.slice(4, 8) === 'ftyp']
  if (boxed && HEIC_BRANDS.some((brand) => text.slice(8).includes(brand))) return 'HEIC'
  // A film of QuickTime may say that it is an MP4 as well.
  if (boxed && text.slice(8, 12) === 'qt  ' && !/mp4|iso|avc1|M4V/.test(text.slice(16))) return 'OTHER_VIDEO'
  if (start === 'RIFF' && text.slice(8, 12) === 'AVI ') return 'OTHER_VIDEO'
  // Matroska and WebM, Windows Media.
  if (start === '\x1a\x45\xdf\xa3' || start === '\x30\x26\xb2\x75') return 'OTHER_VIDEO'
  if (text.startsWith('%PDF-')) return 'IS_PDF'
  if (start.startsWith('\xff\xd8\xff') || start === '\x89PNG') return 'IS_PICTURE'
  if (start === 'RIFF' && text.slice(8, 12) === 'WEBP') return 'IS_PICTURE'
  if (boxed) return text.slice(8, 12) === 'avif' ? 'IS_PICTURE' : 'IS_VIDEO'
  return undefined
}
