import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const FORGED = '6.6.6.6, 7.7.7.7'

const addressOf = (headers: Record<string, string | string[]>, clientAddressHops = 1) =>
  clientAddress({ headers, socket: { remoteAddress: '127.0.0.9' } } as unknown as Parameters<typeof clientAddress>[0], {
    clientAddressHeader: 'x-forwarded-for',
    clientAddressHops,
  })

test.each<[string, Record<string, string | string[]>, number, string]>([
  ['the last entry, whatever stands before it', { 'x-forwarded-for': `${FORGED}, 203.0.113.7` }, 1, '203.0.113.7'],
  [
    'the entry of the outermost of two proxies',
    { 'x-forwarded-for': `${FORGED}, 203.0.113.7, 10.0.0.1` },
    2,
    '203.0.113.7',
  ],
  [
    'the entry of the outermost of three',
    { 'x-forwarded-for': `${FORGED}, 203.0.113.7, 10.0.0.2,10.0.0.1` },
    3,
    '203.0.113.7',
  ],
  ['the first of fewer entries than proxies', { 'x-forwarded-for': '203.0.113.7' }, 2, '203.0.113.7'],
  ['the last of several headers', { 'x-forwarded-for': [FORGED, '203.0.113.7'] }, 1, '203.0.113.7'],
  ["the socket's where the header is empty", { 'x-forwarded-for': '' }, 1, '127.0.0.9'],
  ["the socket's without the header", {}, 2, '127.0.0.9'],
  ["the socket's where another header is sent", { 'cf-connecting-ip': '6.6.6.6' }, 1, '127.0.0.9'],
])('the caller has %s', (_, headers, hops, address) => {
  expect(addressOf(headers, hops)).toBe(address)
})

test("without a proxy the socket's address counts, whatever is sent", () => {
  const socket = { remoteAddress: '127.0.0.9' }
  const incoming = { headers: { 'x-forwarded-for': FORGED }, socket } as unknown as Parameters<typeof clientAddress>[0]
  expect(clientAddress(incoming, { clientAddressHeader: undefined, clientAddressHops: 1 })).toBe('127.0.0.9')
})
