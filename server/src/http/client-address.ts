import type { IncomingMessage } from 'node:http'

/** The setting of {@link clientAddress}: the header's name in lower case, and how many proxies of ours append to it. */
type Proxies = { clientAddressHeader: string | undefined; clientAddressHops: number }

/**
 * Address of the caller: what the outermost of our proxies wrote where there are some, else the socket's. A caller may
 * send entries of its own, so they are counted from the end; of fewer entries than proxies the first counts, as with
 * Express' `trust proxy`.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { clientAddressHeader: header, clientAddressHops: hops }: Proxies,
): string {
  const chain = header ? [headers[header]].flat().join(',').split(',') : []
  return chain.at(Math.max(-hops, -chain.length))?.trim() || socket.remoteAddress || '127.0.0.1'
}
