import { expect, test } from 'vitest'
import { createSupportStore, exactMail } from './support-store.ts'

const fields = {
  ...{ recipient: 'support@academy.test', id: 'a@b.co', references: ['c@d.co'], sender: 'dana@example.org' },
  ...{ subject: 'subject', words: 'words', rest: 'rest' },
}
const named = { ...fields, mail_id: 'a@b.co', sender_name: 'Dana', is_verified: true, is_absence: false, files: [] }

test('the compiler refuses a field that the database is not sent', () => {
  const headers = [{ key: 'from', value: 'x' }]
  // @ts-expect-error headers are no field of it, written down or spread
  exactMail({ ...named, headers })
  const { subject: _, ...others } = named
  // @ts-expect-error a field is missing
  exactMail(others)
  expect(exactMail(named)).toEqual(named)
})

test('the database is sent the named fields alone, and the storage the bytes', async () => {
  const calls: [string, BodyInit | null | undefined][] = []
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    calls.push([new URL(String(url)).pathname, init?.body])
    return Response.json({ outcome: 'threaded' })
  }
  const desk = createSupportStore(
    { fetch: send as typeof fetch, publicUrl: 'http://a.test', serviceRoleKey: 'key' },
    '',
  )
  const content = Buffer.alloc(9 * 1024 * 1024, 'x')
  const file = { name: 'a.pdf', mime: 'application/pdf', bytes: content.length, ending: 'pdf', content }
  const refused = { name: 'a.exe', mime: 'x/y', bytes: 3, refusal: 'TYPE' as const, content }
  const mail = {
    ...fields,
    messageId: undefined,
    senderName: 'Dana',
    isVerified: false,
    isAbsence: true,
    files: [file, refused],
  }
  const more = { headers: [{ key: 'x', value: 'y'.repeat(200_000) }], enclosures: [{ content }] }
  expect(await desk.receive({ ...mail, ...more })).toBe('threaded')
  const [[stored = '', bytes] = [], [called = '', body] = []] = calls
  expect([stored.replace(/[0-9a-f]{32}/g, '…'), called]).toEqual([
    '/storage/v1/object/support-files/…/….pdf',
    '/rest/v1/rpc/receive_support_mail',
  ])
  expect(Buffer.from(bytes as Uint8Array).equals(content)).toBe(true)
  const { ending: _, content: __, ...listed } = file
  expect(JSON.parse(String(body))).toEqual({
    mail: {
      ...fields,
      ...{ mail_id: null, sender_name: 'Dana', is_verified: false, is_absence: true },
      files: [
        { ...listed, path: stored.replace('/storage/v1/object/support-files/', '') },
        { name: 'a.exe', mime: 'x/y', bytes: 3, refusal: 'TYPE' },
      ],
    },
  })
})
