import { StorageError } from '../errors.ts'
import { TUS_VERSION } from './headers.ts'

export const noSuchUpload = () => new StorageError(404, 'not_found', 'The file for this url was not found')
export const uploadExpired = () => new StorageError(410, 'Gone', 'The file for this url no longer exists')
export const offsetConflict = () => new StorageError(409, 'Conflict', 'Upload-Offset conflict')
export const noOffset = () => new StorageError(403, 'InvalidRequest', 'Upload-Offset header required')
export const noLength = () => new StorageError(400, 'InvalidRequest', 'Upload-Length header required')
export const wrongContentType = () => new StorageError(400, 'InvalidRequest', 'Invalid content-type')
export const wrongVersion = () => new StorageError(412, 'InvalidRequest', `Tus-Resumable: ${TUS_VERSION} required`)
export const beyondLength = () => new StorageError(413, 'Payload too large', "upload's size exceeded")
export const beingSent = () => new StorageError(423, 'ResourceLocked', 'The upload is being sent by another request')
export const askAgain = () => new StorageError(423, 'ResourceLocked', 'The upload cannot be looked at: ask again')
export const alreadyFinished = () =>
  new StorageError(400, 'InvalidRequest', 'Cannot terminate an already completed upload')
export const tooManyUnfinished = () =>
  new StorageError(429, 'TooManyUploads', 'Too many uploads are unfinished: finish or end some of them')

/**
 * An error in the form of the tus protocol: the true status, and the message as text. To a `HEAD` every failure of ours
 * is 423: tus-js-client asks again after that, and takes 500 or 503 for the loss of the upload and begins from nothing.
 */
export function protocolError({ statusCode, httpStatus, message }: StorageError, method: string): Response {
  const status = statusCode < 500 ? statusCode : method === 'HEAD' ? 423 : httpStatus
  return new Response(message, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'tus-resumable': TUS_VERSION,
      'tus-version': TUS_VERSION,
    },
  })
}
