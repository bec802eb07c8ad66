import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Upload, type UploadOptions } from 'tus-js-client'
import type { StorageServer } from './storage.ts'

export type Call = {
  /** A person, `service`, or nobody: who sends. */
  who?: string | undefined
  headers?: Record<string, string>
  body?: BodyInit
}

/** The `Upload-Metadata` of some values. */
export const metadataOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Speaks the tus protocol with a server, by its client and by hand. */
export function resumableOf(server: StorageServer) {
  const endpoint = `${server.url}/storage/v1/upload/resumable`
  const keyOf = (who: string | undefined) =>
    who === undefined ? server.keys.anonKey : who === 'service' ? server.keys.serviceRoleKey : server.tokenOf(who)

  const call = (method: string, url: string, { who, headers, body }: Call = {}) =>
    fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${keyOf(who)}`,
        'tus-resumable': '1.0.0',
        ...(method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit)

  return {
    endpoint,
    call,

    /** Begins an upload by hand. */
    begin: (
      values: Record<string, string>,
      size: number,
      { who = 'service', headers, body }: Call = {},
    ): Promise<Response> =>
      call('POST', endpoint, {
        who,
        headers: { 'upload-length': String(size), 'upload-metadata': metadataOf(values), ...headers },
        ...(body === undefined ? {} : { body }),
      }),

    /** Sends bytes from an offset on. */
    patch: (url: string, offset: number, body: BodyInit, who = 'service') =>
      call('PATCH', url, { who, body, headers: { 'upload-offset': String(offset) } }),

    /** Uploads with the client of the protocol, which resumes by itself only when told to. */
    send: (
      content: Buffer,
      metadata: Record<string, string>,
      { who = 'service', ...options }: UploadOptions & { who?: string } = {},
    ): Promise<Upload> =>
      new Promise((resolve, reject) => {
        const upload = new Upload(content, {
          endpoint,
          metadata,
          retryDelays: null,
          ...options,
          headers: { authorization: `Bearer ${keyOf(who)}`, ...options.headers },
          onError: reject,
          onSuccess: () => resolve(upload),
        })
        upload.start()
      }),

    /** Names of the files of uploads that are not whole. */
    parts(): string[] {
      try {
        return readdirSync(join(server.files, '..', 'uploads'))
      } catch {
        return []
      }
    },
  }
}

/** The address of an upload that was begun. */
export const addressOf = (response: Response): string => response.headers.get('location') ?? ''
