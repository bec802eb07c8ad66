import { describe, expect, it } from 'vitest'
import { deviceOf } from './device'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('[3-05] the device behind a session', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
      'Chrome',
      'Windows',
      'computer',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0 Safari/537.36 Edg/130.0`,
      'Edge',
      'Windows',
      'computer',
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/128.0 Safari/537.36 OPR/114.0`, 'Opera', 'Windows', 'computer'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux', 'computer'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/130.0 Safari/537.36`, 'Chrome', 'ChromeOS', 'computer'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/130.0 Safari/537.36`, 'Chrome', 'Linux', 'computer'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari',
      'macOS',
      'computer',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iOS',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
      'Firefox',
      'iPadOS',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
      'phone',
    ],
    [`Mozilla/5.0 (Linux; Android 13; SM-X700) ${WEBKIT} Chrome/130.0 Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  ])('%s', (agent, browser, system, kind) => expect(deviceOf(agent)).toEqual({ browser, system, kind }))

  it.each([null, '', 'curl/8.5.0', 'node', '<script>alert(1)</script>'])('claims nothing about %o', (agent) =>
    expect(deviceOf(agent)).toEqual({ browser: null, system: null, kind: 'unknown' }),
  )
})
