import { currentAccessToken } from '~/shared/client/access-token'
import { readPublicConfig } from '~/shared/config/env'
import { uploadType } from './media.rules'

const CHUNK_BYTES = 6 * 1024 * 1024
const RETRY_AFTER_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000]
const SERVER_ERROR = 500

export type RunningUpload = { pause: () => void; resume: () => void; cancel: () => void }

type UploadEvents = {
  onProgress: (sentBytes: number) => void
  onDone: () => void
  /** `gone` where the server will not have it; else it may go on later. */
  onFailed: (gone: boolean) => void
}

/**
 * Sends a file to the bucket of uploads in parts, so that an interruption loses no more than one of them (tus 1.0.0, as
 * Supabase Storage speaks it).
 * @param id name of the object, in the folder of whoever is signed in
 */
export async function sendResumably(file: File, id: string, events: UploadEvents): Promise<RunningUpload> {
  const { Upload } = await import('tus-js-client')
  const { supabaseUrl, anonKey } = readPublicConfig()
  const place = `${accountOf((await currentAccessToken()) ?? '')}/${id}`
  const upload = new Upload(file, {
    endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_AFTER_MS,
    uploadDataDuringCreation: true,
    removeFingerprintOnSuccess: true,
    // The same file chosen again later is another upload with a place of its own.
    storeFingerprintForResuming: false,
    headers: { apikey: anonKey },
    metadata: { bucketName: 'uploads', objectName: place, contentType: uploadType(file) ?? file.type },
    async onBeforeRequest(request) {
      request.setHeader('authorization', `Bearer ${(await currentAccessToken()) ?? anonKey}`)
    },
    onAfterResponse(_request, response) {
      // Asked how far it came, the library would begin anew where the server is away for a moment.
      if (response.getStatus() >= SERVER_ERROR) throw new Error(`The server answered ${response.getStatus()}`)
    },
    onProgress: events.onProgress,
    onSuccess: events.onDone,
    onError(error) {
      const status = 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0
      events.onFailed(status >= 400 && status < SERVER_ERROR)
    },
  })
  upload.start()
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true).catch(() => undefined),
  }
}

/** Whose token it is; the server checks it, here it names a folder. */
function accountOf(token: string): string {
  const [, payload = ''] = token.split('.')
  const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }
  return sub
}
