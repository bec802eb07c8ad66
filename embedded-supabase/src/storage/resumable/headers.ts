import { invalidRequest } from '../errors.ts'

export const TUS_VERSION = '1.0.0'
/** What is served beyond the core of the protocol. */
export const EXTENSIONS = 'creation,creation-with-upload,termination,expiration'
/** The one content type that carries bytes of an upload. */
export const BYTES_TYPE = 'application/offset+octet-stream'

const LONGEST_METADATA = 8192
const METADATA_KEY = /^[\x21-\x2b\x2d-\x7e]{1,100}$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/**
 * Reads `Upload-Metadata`: pairs of a key and its value in base64, divided by commas.
 * @throws StorageError `InvalidRequest` for what is not well-formed, names a key twice or is longer than 8 KiB
 */
export function parseUploadMetadata(header: string): Map<string, string> {
  if (header.length > LONGEST_METADATA) throw invalidRequest('Upload-Metadata is too long')
  const values = new Map<string, string>()
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    if (!METADATA_KEY.test(key) || !BASE64.test(value) || more.length > 0 || values.has(key)) throw invalidMetadata()
    values.set(key, decode(value))
  }
  return values
}

/** Reads a number of bytes; undefined for anything but plain digits. */
export function parseBytes(header: string | null): number | undefined {
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

type AddressedUpload = { bucket: string; key: string; id: string }

/** The last part of an upload's address, as Supabase Storage writes it: `bucket/path/version` in base64url. */
export function writeUploadId({ bucket, key, id }: AddressedUpload): string {
  return Buffer.from(`${bucket}/${key}/${id}`).toString('base64url')
}

/** Reads it back; undefined for anything that {@link writeUploadId} would not have written. */
export function readUploadId(text: string): AddressedUpload | undefined {
  const [bucket = '', ...path] = Buffer.from(text, 'base64url').toString('utf8').split('/')
  const id = path.pop() ?? ''
  const upload = { bucket, key: path.join('/'), id }
  return UUID.test(id) && writeUploadId(upload) === text ? upload : undefined
}

function decode(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'base64'))
  } catch {
    throw invalidMetadata()
  }
}

const invalidMetadata = () =>
  invalidRequest('Upload-Metadata is invalid: it consists of unique keys, each with a space and its value in base64')
