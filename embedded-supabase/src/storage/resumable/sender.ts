import type { Caller } from '../../database/index.ts'
import { invalidRequest } from '../errors.ts'
import { checkKey } from '../names.ts'
import { ownerOf, SERVICE } from '../objects.ts'
import { doing, operationOf } from '../operations.ts'
import type { Place } from '../service.ts'
import type { SignedLinks } from '../signed-links.ts'
import { parseUploadMetadata } from './headers.ts'

/** Who sends an upload, and under what name it is remembered who began it. */
export type Sender = { caller: Caller; owner: string | undefined; holder: string; upsert: boolean }

/** Who sends with a token of their own. */
export function senderByToken(caller: Caller, request: Request): Sender {
  const owner = ownerOf(caller)
  const holder = owner === undefined ? `role ${caller.role}` : `account ${owner}`
  return { caller, owner, holder, upsert: request.headers.get('x-upsert') === 'true' }
}

/** Whoever holds a link that was signed for the place. @throws StorageError `InvalidJWT` for another or none */
export async function senderByLink(links: SignedLinks, request: Request, { bucket, key }: Place): Promise<Sender> {
  const signature = request.headers.get('x-signature')
  if (!signature) throw invalidRequest('Missing x-signature header')
  const { owner, upsert } = await links.verify(signature, 'upload', `${bucket}/${key}`)
  const caller = doing(SERVICE, operationOf(request.method, 'upload/resumable/sign'))
  return { caller, owner, holder: `link ${owner ?? ''}`, upsert }
}

/** Where the metadata of an upload says that it goes. */
export function placeOf(metadata: string): Place {
  const declared = parseUploadMetadata(metadata)
  return { bucket: declared.get('bucketName') ?? '', key: checkKey(declared.get('objectName') ?? '') }
}
