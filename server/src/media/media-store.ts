import type { Backend } from '../backend.ts'

export type Reached = Pick<Backend, 'fetch' | 'publicUrl' | 'serviceRoleKey'>
export type MediaStore = ReturnType<typeof mediaStore>

/** The library's files and functions, as the service key reaches them. Each throws for any answer but a good one. */
export function mediaStore({ fetch: send, publicUrl, serviceRoleKey = '' }: Reached, siteUrl: string) {
  async function ask(path: string, method: string, body?: BodyInit, headers: Record<string, string> = {}) {
    const response = await send(`${publicUrl || siteUrl}${path}`, {
      method,
      headers: {
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: body ?? null,
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return response
  }
  const object = (place: string) => `/storage/v1/object/${place.split('/').map(encodeURIComponent).join('/')}`
  return {
    call: async (name: string, values: object): Promise<unknown> =>
      (await ask(`/rest/v1/rpc/${name}`, 'POST', JSON.stringify(values))).json(),
    read: async (place: string) => Buffer.from(await (await ask(object(place), 'GET')).arrayBuffer()),
    /** The bytes from `start` to before `end`. */
    async readPart(place: string, start: number, end: number) {
      const answer = await ask(object(place), 'GET', undefined, { range: `bytes=${start}-${end - 1}` })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (bytes.length !== end - start) throw new Error(`${place}: ${bytes.length} bytes for ${end - start}`)
      return bytes
    },
    write: (place: string, content: Buffer, type: string) =>
      ask(object(place), 'POST', new Uint8Array(content), { 'content-type': type }),
    remove: (place: string) => ask(object(place), 'DELETE'),
    /** A process that ended half-way leaves objects of which some are gone. */
    async removeIfThere(place: string) {
      const [bucket = ''] = place.split('/', 1)
      await ask(object(bucket), 'DELETE', JSON.stringify({ prefixes: [place.slice(bucket.length + 1)] }))
    },
    move: (bucketId: string, sourceKey: string, destinationBucket: string, destinationKey: string) =>
      ask(object('move'), 'POST', JSON.stringify({ bucketId, sourceKey, destinationBucket, destinationKey })),
  }
}
