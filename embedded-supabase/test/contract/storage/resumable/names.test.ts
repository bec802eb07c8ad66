import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, resumableOf } from '../../../support/resumable.ts'
import { type StorageServer, startStorageServer } from '../../../support/storage.ts'

let server: StorageServer
let tus: ReturnType<typeof resumableOf>
beforeAll(async () => {
  server = await startStorageServer()
  tus = resumableOf(server)
})
afterAll(() => server.close())

const REFUSED = [
  ...['', '.', '..', '/', '//', './a', '../a', '../../etc/passwd', 'a/..', 'a/../../b', 'a/./b', 'a//b', '/etc/passwd'],
  ...['a/', '....//a', 'a\\b', '..\\..\\a', 'C:\\windows\\a', '\\\\host\\share', 'file:///etc/passwd', '~/a', '~root'],
  ...['a\0b', 'a.png\0.html', '\0', 'a\nb', 'a\r\nx-injected: 1', 'a\tb', 'a\u001b[2Jb', 'a\u007fb', '%2e%2e/a'],
  ...['%2e%2e%2fa', 'a%2fb', 'a%00b', '%252e%252e/a', 'a<script>b', 'a"b', 'a|b', 'a`b`', 'a#b', 'a^b', 'a{b}', 'a[b]'],
  ...['\u202egpj.exe', 'a\u2028b', 'a\ufeffb', '．．/a', '\ud83d\ude00', 'שלום.png', 'x'.repeat(1025)],
]
/** Odd, yet allowed as in Supabase Storage: a name is only ever a value in a row. */
const TAKEN = [
  '...',
  '.htaccess',
  '-rf',
  "'; drop table storage.objects;--",
  '$(id)',
  '*',
  'CON',
  'a:b',
  'a?x=1&y=2',
  'a.svg.png',
]

test(`none of ${REFUSED.length} hostile names is taken`, async () => {
  for (const objectName of REFUSED) {
    const response = await tus.begin({ bucketName: 'shared', objectName }, 1)
    expect([objectName, response.status]).toEqual([objectName, 400])
    expect(response.headers.get('x-injected')).toBeNull()
  }
  expect(tus.parts()).toEqual([])
})

test('odd names that are taken lie under names of the server', async () => {
  for (const objectName of TAKEN) {
    const begun = await tus.begin({ bucketName: 'shared', objectName }, 1)
    expect([objectName, begun.status]).toEqual([objectName, 201])
    expect((await tus.patch(addressOf(begun), 0, 'x')).status).toBe(204)
  }
  const folder = join(server.files, '..')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files).toHaveLength(TAKEN.length)
  for (const { name } of files) expect(name).toMatch(/^[0-9a-f-]{36}$/)
})

test('an address that was made up leads nowhere', async () => {
  const begun = addressOf(await tus.begin({ bucketName: 'shared', objectName: 'begun.txt' }, 1))
  const [, version] =
    /\/([0-9a-f-]{36})$/.exec(Buffer.from(begun.split('/').at(-1) ?? '', 'base64url').toString()) ?? []
  const made = [
    `own/begun.txt/${version}`,
    `shared/other.txt/${version}`,
    `${version}`,
    `../${version}`,
    `shared/begun.txt/${version}\0`,
  ]
  const texts = [
    ...made.map((id) => Buffer.from(id).toString('base64url')),
    '..%2f..',
    '%2e%2e',
    '%00',
    'a',
    version ?? '',
  ]
  for (const text of texts) {
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const response = await tus.call(method, `${tus.endpoint}/${text}`, {
        who: 'service',
        headers: { 'upload-offset': '0' },
      })
      expect([text, method, response.status]).toEqual([text, method, 404])
    }
  }
  expect((await tus.call('HEAD', begun, { who: 'service' })).status).toBe(200)
})
