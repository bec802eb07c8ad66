import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startMailServer } from './mail-server.ts'

export type CatcherStandIn = { smtpPort: number; url: string; close(): Promise<void> }

/**
 * Catches mails by SMTP and shows them by the part of Mailpit's API v1 that the tests read: names, order and forms as
 * its documentation has them (https://mailpit.axllent.org/docs/api-v1/).
 */
export async function startCatcherStandIn(): Promise<CatcherStandIn> {
  const server = await startMailServer()

  function answer(path: string, query: URLSearchParams): unknown {
    const [, id, part] = /^\/api\/v1\/message\/(\d+)(\/headers)?$/.exec(path) ?? []
    const mail = id === undefined ? undefined : server.mails[Number(id)]
    if (mail && part) return Object.fromEntries(Object.entries(mail.headers).map(([name, value]) => [name, [value]]))
    if (mail) return { ID: id, Subject: mail.subject, HTML: mail.html, Text: mail.text }
    if (path !== '/api/v1/search') return undefined
    const wanted = /^to:"(.*)"$/.exec(query.get('query') ?? '')?.[1] ?? ''
    const messages = server.mails
      .map(({ recipient, subject, receivedAt }, at) => ({
        ID: String(at),
        Subject: subject,
        Created: new Date(receivedAt).toISOString(),
        To: [{ Name: '', Address: recipient }],
      }))
      .filter(({ To }) => To.some(({ Address }) => Address.includes(wanted)))
      .toReversed()
    return { messages: messages.slice(0, Number(query.get('limit') ?? 50)) }
  }

  const http = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://catcher')
    const body = answer(pathname, searchParams)
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    smtpPort: server.port,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await server.close()
    },
  }
}
