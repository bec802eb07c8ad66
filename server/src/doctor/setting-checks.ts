import { type Check, type Mistake, when } from './mistake.ts'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const EXAMPLE_HOST = /(^|[.@])(localhost|example(\.(com|net|org))?)>?$/
const TOKEN_LENGTH = 16

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

const siteUrl: Check = ({ settings: { SITE_URL: address } }) => {
  if (!address) {
    return when(
      true,
      'site-url-missing',
      'SITE_URL is not set: mails lead to this machine.',
      'Set the https address that people type.',
    )
  }
  const url = parsed(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    return when(
      true,
      'site-url-wrong',
      'SITE_URL is no address with a scheme.',
      'Write it whole, such as https://academy.org.il',
    )
  }
  return [
    ...when(
      url.pathname !== '/' || url.search !== '' || url.username !== '',
      'site-url-path',
      'SITE_URL has more than scheme, host and port.',
      'The academy lies at the root of its host: leave the rest out.',
    ),
    ...when(
      LOOPBACK.test(url.hostname) || EXAMPLE_HOST.test(url.hostname),
      'site-url-local',
      `SITE_URL names ${url.hostname}, which nobody else reaches.`,
      'Set the https address that people type.',
    ),
    ...when(
      url.protocol === 'http:',
      'site-url-http',
      'SITE_URL is http: sign-in links and sessions travel in the clear.',
      'Put a proxy with TLS in front (docs/operations.md) and set the https address.',
    ),
  ]
}

const environment: Check = ({ settings: { NODE_ENV: environment } }) =>
  when(
    environment !== undefined && environment !== '' && environment !== 'production',
    'not-production',
    `NODE_ENV is ${environment}: hosts are not checked and the page /design is open.`,
    'Leave NODE_ENV out, or set production.',
  )

/** The plain address of `name <address>`, or of an address alone. */
const addressOf = (from: string) => /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from

const mail: Check = ({ settings, mailServerFailure }) => {
  const { SMTP_HOST: host, MAIL_FROM: from = '' } = settings
  const address = addressOf(from).trim()
  const isAddress = /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)
  return [
    ...when(
      !host,
      'smtp-missing',
      'SMTP_HOST is not set: no mail leaves, so nobody can register.',
      'Set your mail server.',
    ),
    ...when(
      mailServerFailure !== undefined,
      'smtp-unreachable',
      `The mail server ${host} does not answer: ${mailServerFailure}.`,
      'Check SMTP_HOST, SMTP_PORT and SMTP_SECURE, and the firewall between.',
    ),
    ...when(
      !from,
      'mail-from-missing',
      'MAIL_FROM is not set: mails come from academy@localhost.',
      `Set MAIL_FROM='"Name" <address>'.`,
    ),
    ...when(
      from !== '' && !isAddress,
      'mail-from-no-address',
      'MAIL_FROM holds no address: mails leave without a sender.',
      `Quote the whole value: MAIL_FROM='"Name" <address>'.`,
    ),
    ...when(
      isAddress && EXAMPLE_HOST.test(address),
      'mail-from-example',
      `MAIL_FROM is the example's address ${address}.`,
      'Use an address of your own domain, with SPF, DKIM and DMARC.',
    ),
  ]
}

const metrics: Check = ({ settings: { METRICS_TOKEN: token } }) =>
  when(
    token !== undefined && token.length < TOKEN_LENGTH,
    'metrics-token-short',
    `METRICS_TOKEN has ${token?.length ?? 0} characters, and must have ${TOKEN_LENGTH}.`,
    'Make one with: openssl rand -hex 24. Or leave the setting out.',
  )

/** The server speaks plain HTTP, so https in the address means that something stands in front. */
const proxy: Check = ({ settings: { SITE_URL: address = '', CLIENT_ADDRESS_HEADER: header } }) =>
  when(
    parsed(address)?.protocol === 'https:' && !header,
    'client-address-header-missing',
    'CLIENT_ADDRESS_HEADER is not set: behind the proxy all visitors count as one, and share its limits.',
    'Set x-forwarded-for, or the header that your proxy sets.',
  )

/** What the start refuses and no check above has named. */
const refused: Check = ({ refused }) => {
  const named = /^\s*(SITE_URL|MAIL_FROM|METRICS_TOKEN)\b/
  return refused
    .filter((line) => !named.test(line))
    .map(
      (line): Mistake => ({
        code: 'setting-refused',
        what: `The start refuses ${line.trim()}.`,
        mend: 'See .env.example.',
      }),
    )
}

export const settingChecks: Check[] = [siteUrl, environment, metrics, proxy, refused]
/** Of a server that sends its mails itself. */
export const mailChecks: Check[] = [mail]
