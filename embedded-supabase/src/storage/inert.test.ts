import { expect, test } from 'vitest'
import { inertHeaders } from './inert.ts'

test.each(['image/png', 'image/webp', 'IMAGE/JPEG', 'video/mp4; codecs="avc1"', 'audio/mpeg', 'application/pdf'])(
  'shows %s, of which nothing runs',
  (type) => {
    const headers = inertHeaders(type)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toBeUndefined()
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
)

test.each([
  ...[
    'text/html',
    'text/HTML; charset=utf-8',
    'application/xhtml+xml',
    'text/css',
    'text/javascript',
    'text/ecmascript',
  ],
  ...['application/javascript', 'application/x-javascript', 'text/javascript1.5', 'text/jscript', 'text/livescript'],
])('calls %s text and has it saved', (type) => {
  expect(inertHeaders(type)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment;',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
})

test.each([
  'image/svg+xml',
  'text/xml',
  'application/rss+xml',
  'application/json',
  'text/plain',
  'message/rfc822',
  'x',
])('has %s saved under its own type', (type) => {
  expect(inertHeaders(type)).toMatchObject({ 'content-type': type, 'content-disposition': 'attachment;' })
})
