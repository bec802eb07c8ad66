import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
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
 * Signs a request to S3 (AWS Signature Version 4), its body included, and returns all headers to send with it.
 * @param now the moment of the signature; the server allows a quarter of an hour of difference
 */
export async function signS3Request(
  { method, url, headers, body }: UnsignedRequest,
  credentials: S3Credentials,
  now = new Date(),
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, service: 's3', allHeaders: true, ...credentials },
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  })
  const { headers: signed } = await signer.sign()
  return Object.fromEntries([...signed].filter(([name]) => name !== 'host'))
}
