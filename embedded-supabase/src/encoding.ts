import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** How hard each compressor works. */
export type Effort = { br: number; gzip: number }

/** Shorter bodies are not worth compressing. */
export const SMALL_BYTES = 1024

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * The best encoding that both sides know.
 * @param acceptEncoding the header of a request: a weight of 0 rules an encoding out, `*` stands for those not named
 */
export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding {
  const weights = new Map(
    (acceptEncoding ?? '')
      .toLowerCase()
      .split(',')
      .map((item): [string, number] => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight)]
      }),
  )
  const accepts = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}

/** Compresses beside the event loop, on a thread of Node's pool. */
export function compress(body: Buffer, encoding: Exclude<Encoding, 'identity'>, effort: Effort): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: effort.gzip })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotliAsync(body, { params: { [BROTLI_PARAM_QUALITY]: effort.br, [BROTLI_PARAM_SIZE_HINT]: body.length } })
}
