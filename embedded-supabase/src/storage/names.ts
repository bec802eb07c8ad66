import { invalidKey, invalidRequest, StorageError } from './errors.ts'

const MAX_KEY_LENGTH = 1024
const MAX_BUCKET_LENGTH = 100
/** The characters that Supabase Storage allows (those that are safe in S3). */
const ALLOWED = /^[\w/!.*'() &$@=;:+,?-]+$/
const SIZE = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?$/i
const EXPONENTS: Record<string, number> = { '': 0, k: 1, m: 2, g: 3, t: 4 }

/**
 * Checks the name of an object. Names never become paths on the disk, yet what could confuse a client is refused.
 * @throws StorageError `InvalidKey`
 */
export function checkKey(key: string): string {
  if (!isKey(key)) throw invalidKey(key)
  return key
}

/** Whether an object can have that name. */
export function isKey(key: string): boolean {
  const isPlain = key.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  return key.length <= MAX_KEY_LENGTH && ALLOWED.test(key) && isPlain
}

/** Checks the name of a new bucket. @throws StorageError `Invalid Input` */
export function checkBucketName(name: string): string {
  const fits = name.length <= MAX_BUCKET_LENGTH && ALLOWED.test(name) && !name.includes('/') && name.trim() === name
  if (!fits || name === '.' || name === '..') throw new StorageError(400, 'Invalid Input', 'Bucket name invalid')
  return name
}

/**
 * Reads a size such as `50MiB`, `20mb` or `1024` into bytes.
 * @throws StorageError `InvalidRequest`
 */
export function parseSize(size: string | number): number {
  const [, number, unit = '', binary] = SIZE.exec(String(size)) ?? []
  if (number === undefined) throw new StorageError(400, 'InvalidRequest', `Invalid size: ${String(size).slice(0, 50)}`)
  return Math.floor(Number(number) * (binary ? 1024 : 1000) ** (EXPONENTS[unit.toLowerCase()] ?? 0))
}

/** Whether a content type is in a bucket's list, which may hold `image/*` and the like. */
export function allowsMimeType(allowed: string[] | null, type: string): boolean {
  if (!allowed || allowed.length === 0) return true
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return allowed.some((pattern) => {
    const wanted = pattern.toLowerCase()
    if (wanted === '*' || wanted === '*/*') return true
    return wanted.endsWith('/*') ? plain.startsWith(wanted.slice(0, -1)) : wanted === plain
  })
}

/** A content type as told by a client, or bytes of any kind where it makes no sense. */
export function cleanContentType(type: string | null | undefined): string {
  const token = "[\\w!#$&^.+'-]+"
  const parameter = `\\s*;\\s*${token}=("[^"\\r\\n]{0,80}"|${token})`
  return type && type.length < 200 && new RegExp(`^${token}/${token}(${parameter})*$`).test(type)
    ? type
    : 'application/octet-stream'
}

/** A `Cache-Control` value as told by a client: `max-age=3600`, a bare number of seconds, or nothing. */
export function cleanCacheControl(value: string | null | undefined): string {
  if (!value || !/^[\w\s=,-]{1,100}$/.test(value)) return 'no-cache'
  return /^\d+$/.test(value) ? `max-age=${value}` : value
}

/** Decodes one segment of an address. @throws StorageError `InvalidRequest` */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalidRequest('The address is not well-formed')
  }
}
