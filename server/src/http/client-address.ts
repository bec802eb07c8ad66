import type { IncomingMessage } from 'node:http'

/**
 * Address of the caller: the one trusted proxy's word where there is such a proxy, else the socket's.
 * @param header in which the proxy puts it, in lower case; the last entry counts
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  header: string | undefined,
): string {
  const fromHeader = header ? [headers[header]].flat().join(',').split(',').at(-1)?.trim() : undefined
  return fromHeader || socket.remoteAddress || '127.0.0.1'
}
