import { createHash } from 'node:crypto'
import type { Database } from '../database/index.ts'
import { sameSecret } from '../keys.ts'
import { linksOf } from './links.ts'

type MailboxRow = {
  id: string
  recipient: string
  sender: string
  subject: string
  html: string | null
  text_body: string | null
  received_at: Date
}

const REFRESH_S = 4
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const STYLE = `
:root{--paper:#faf7f1;--card:#fffdf9;--ink:#14213a;--ink-2:#4a5468;--ink-3:#6b7385;--rule:#e4ddd0;--green:#075040;--focus:#1d4ed8}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.65 Assistant,system-ui,sans-serif;font-variant-numeric:tabular-nums lining-nums}
main{max-width:860px;margin-inline:auto;padding:48px 24px 72px}
h1{font:700 29px/1.15 "Frank Ruhl Libre","Noto Serif Hebrew",David,serif;margin:0 0 8px;text-wrap:balance;overflow-wrap:anywhere}
p,dl{margin:0 0 16px;color:var(--ink-2)}
a{color:var(--green);text-underline-offset:4px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
ol{list-style:none;margin:32px 0 0;padding:0;border-block-start:1px solid var(--ink)}
ol a{display:grid;grid-template-columns:1fr auto;gap:2px 24px;padding-block:16px;border-block-end:1px solid var(--rule);text-decoration:none;color:inherit}
ol a:hover b{text-decoration:underline}
ol span{color:var(--ink-2);overflow-wrap:anywhere}
ol .none{padding-block:16px}
time{color:var(--ink-3);font-size:15.5px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 16px;margin-block:16px 32px}
dt{color:var(--ink-3)}dd{margin:0;overflow-wrap:anywhere}
h2{font-size:17px;margin:32px 0 8px}
ul{margin:0;padding-inline-start:20px}ul a{overflow-wrap:anywhere}
iframe{display:block;width:100%;height:720px;border:1px solid var(--rule);border-radius:14px;background:#fff}
pre{margin:0;padding:16px;border:1px solid var(--rule);border-radius:14px;background:var(--card);white-space:pre-wrap;overflow-wrap:anywhere;font-family:inherit;font-size:15.5px}
`
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

const COOKIE = 'mailbox_key'

/**
 * Makes the page of caught mails: a list at `/mailbox` and one mail at `/mailbox/<id>`. Development only. Whoever reads
 * it can sign in as anybody, and an address of this machine proves nothing behind a proxy: it opens with the key in its
 * address, which the browser then keeps, and to everybody else it does not exist.
 */
export function createMailboxPage(database: Database, key: string): (request: Request) => Promise<Response> {
  const open = createPages(database)
  const cookie = `${COOKIE}=${key}; Path=/mailbox; HttpOnly; SameSite=Strict`
  return async (request) => {
    const brought = new URL(request.url).searchParams.get('key')
    const hasKey = brought !== null && sameSecret(brought, key)
    if (!hasKey && !sameSecret(keptKey(request), key)) return new Response('Not Found\n', { status: 404 })
    const response = await open(request)
    if (hasKey) response.headers.append('set-cookie', cookie)
    return response
  }
}

function keptKey(request: Request): string {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim().split('='))
  return cookies.find(([name]) => name === COOKIE)?.[1] ?? ''
}

function createPages(database: Database): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
    if (/^\/mailbox\/?$/.test(pathname)) return listPage(await newestMails(database))
    const mail = await findMail(database, pathname.slice('/mailbox/'.length))
    return mail ? mailPage(mail) : notFoundPage()
  }
}

async function newestMails(database: Database): Promise<MailboxRow[]> {
  const { rows } = await database.asAuthAdmin((tx) =>
    tx.query<MailboxRow>('select id, recipient, subject, received_at from mail.mailbox order by received_at desc'),
  )
  return rows
}

async function findMail(database: Database, id: string): Promise<MailboxRow | undefined> {
  if (!UUID.test(id)) return undefined
  const { rows } = await database.asAuthAdmin((tx) =>
    tx.query<MailboxRow>('select * from mail.mailbox where id = $1', [id]),
  )
  return rows[0]
}

function listPage(mails: MailboxRow[]): Response {
  const rows = mails.map(
    (mail) => `<li><a href="/mailbox/${mail.id}"><b>${inItsDirection('bdi', mail.subject)}</b>${timeOf(mail)}
<span>אל <bdi dir="ltr">${escapeHtml(mail.recipient)}</bdi></span></a></li>`,
  )
  const body = `<h1>תיבת הדואר המקומית</h1>
<p>כל מייל שהשרת שולח בזמן הפיתוח נשאר כאן ולא יוצא מהמחשב. הרשימה מתעדכנת לבד.</p>
${rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : '<ol><li class="none"><p>עוד לא נשלח כאן אף מייל.</p></li></ol>'}`
  return page('תיבת הדואר המקומית', body, {
    head: `<meta http-equiv="refresh" content="${REFRESH_S}; url=/mailbox">`,
    policy: `default-src 'none'; style-src ${STYLE_HASH}`,
  })
}

/** The mail's own HTML sits in a sandbox: no scripts, no requests; its links open beside. */
function mailPage(mail: MailboxRow): Response {
  const links = linksOf({ html: mail.html, text: mail.text_body })
  const html = mail.html
    ? `<iframe title="תוכן המייל" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>`
    : ''
  const body = `<p><a href="/mailbox">לכל המיילים</a></p>
<h1>${inItsDirection('bdi', mail.subject)}</h1>
<dl><dt>אל</dt><dd><bdi dir="ltr">${escapeHtml(mail.recipient)}</bdi></dd>
<dt>מאת</dt><dd><bdi dir="ltr">${escapeHtml(mail.sender)}</bdi></dd><dt>התקבל</dt><dd>${timeOf(mail)}</dd></dl>
${html}
${links.length > 0 ? `<h2>קישורים</h2><ul>${links.map(linkItem).join('')}</ul>` : ''}
${mail.text_body ? `<h2>כטקסט</h2>${inItsDirection('pre', mail.text_body)}` : ''}`
  return page(escapeHtml(mail.subject), body, {
    head: '',
    policy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  })
}

function notFoundPage(): Response {
  const body = '<h1>המייל לא נמצא</h1><p><a href="/mailbox">לכל המיילים</a></p>'
  const policy = `default-src 'none'; style-src ${STYLE_HASH}`
  return page('המייל לא נמצא', body, { head: '', policy, status: 404 })
}

type PageOptions = { head: string; policy: string; status?: number }

function page(title: string, body: string, { head, policy, status = 200 }: PageOptions): Response {
  const html = `<!doctype html>
<html lang="he" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}

function linkItem(link: string): string {
  return `<li><a href="${escapeHtml(link)}" dir="ltr">${escapeHtml(link)}</a></li>`
}

/** A text as one element, right to left when any letter of it is. */
function inItsDirection(tag: string, text: string): string {
  const direction = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text) ? 'rtl' : 'ltr'
  return `<${tag} dir="${direction}">${escapeHtml(text)}</${tag}>`
}

function timeOf({ received_at }: MailboxRow): string {
  const shown = received_at.toLocaleString('he-IL', { dateStyle: 'short', timeStyle: 'medium' })
  return `<time datetime="${received_at.toISOString()}"><bdi dir="ltr">${shown}</bdi></time>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
}
