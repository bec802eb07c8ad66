import { createHash, createHmac } from 'node:crypto'
import type { S3Options } from '../options.ts'

export type S3Credentials = Pick<S3Options, 'accessKeyId' | 'secretAccessKey' | 'region'>

export type UnsignedRequest = {
  method: string
  url: URL
  /** Further headers, in lower case; all of them are signed. */
  headers: Record<string, string>
  body: Uint8Array | undefined
}

/**
 * Signs a request to S3 (AWS Signature Version 4) and returns all headers to send with it.
 * @param now the moment of the signature; the server allows a quarter of an hour of difference
 */
export function signS3Request(
  { method, url, headers, body }: UnsignedRequest,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
  now = new Date(),
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const payloadHash = sha256(body ?? '')
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  }
  const names = Object.keys(signed).sort()
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, text).toString('hex')
  const { host: _sentByFetch, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
