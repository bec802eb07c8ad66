import { expect, test } from 'vitest'
import { signS3Request } from './s3-signature.ts'

/** The example account and moment of Amazon's documentation of Signature Version 4 for S3. */
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const MOMENT = new Date('2013-05-24T00:00:00Z')
const HOST = 'https://examplebucket.s3.amazonaws.com'

test.each([
  ['GET', '/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  ['GET', '/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('signs %s %s as documented', async (method, path, headers, signature) => {
  const request = { method, url: new URL(path, HOST), headers: { ...headers }, body: undefined }
  const { authorization } = await signS3Request(request, CREDENTIALS, MOMENT)
  expect(authorization).toContain(`Signature=${signature}`)
})
