import { bearerToken } from '../caller.ts'
import { withOwnForwarding } from '../forwarding.ts'
import { type Jwt, TokenError } from '../jwt.ts'
import type { FunctionLimits, FunctionModule, Part } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'
import { readLimited } from './body.ts'
import { guardAgainstCrashes } from './crash-guard.ts'
import { functionEnvironment } from './environment.ts'
import { createFunctionHost, FunctionFailure } from './host.ts'

export type FunctionsDependencies = PartDependencies & {
  functions: Record<string, FunctionModule>
  environment: Record<string, string>
  limits?: FunctionLimits | undefined
}

const PREFIX = '/functions/v1/'
const DEFAULT_BODY_BYTES = 1024 * 1024
const DEFAULT_WALL_CLOCK_MS = 60_000

/** Makes the part that answers `/functions/v1` (protocol section 3). */
export function createFunctions(dependencies: FunctionsDependencies): Part {
  const { config, jwt, externalUrl, functions, limits = {}, log } = dependencies
  const { bodyBytes = DEFAULT_BODY_BYTES, wallClockMs = DEFAULT_WALL_CLOCK_MS } = limits
  const host = createFunctionHost({ functions, environment: functionEnvironment(dependencies), wallClockMs, log })
  guardAgainstCrashes(log)

  return async (request, { clientAddress }) => {
    const url = new URL(request.url)
    const path = url.pathname.slice(PREFIX.length)
    const name = path.split('/', 1)[0] ?? ''
    if (!host.has(name)) return new Response('Function not found', { status: 404 })
    if (config.functions[name]?.verify_jwt ?? true) {
      const refused = await refuseWithoutToken(request, jwt)
      if (refused) return refused
    }
    const body = await readLimited(request, bodyBytes)
    if (body === 'too large') {
      return Response.json(
        { code: 'BODY_TOO_LARGE', message: `The body is larger than ${bodyBytes} bytes` },
        { status: 413 },
      )
    }
    const headers = withOwnForwarding(request.headers, clientAddress)
    const forwarded = new Request(new URL(`/${path}${url.search}`, externalUrl), {
      method: request.method,
      headers,
      ...(body ? { body } : {}),
      signal: request.signal,
    })
    return host.call(name, forwarded).catch(failureAnswer)
  }
}

/** The answer to a request without a valid token; undefined when the token is good. The anonymous key counts. */
async function refuseWithoutToken(request: Request, jwt: Jwt): Promise<Response | undefined> {
  if (!request.headers.has('authorization')) return unauthorized('Error: Missing authorization header')
  const token = bearerToken(request)
  if (!token) return unauthorized("Error: Auth header is not 'Bearer {token}'")
  try {
    await jwt.verify(token)
    return undefined
  } catch (error) {
    if (error instanceof TokenError) return unauthorized('Invalid JWT')
    throw error
  }
}

function unauthorized(msg: string): Response {
  return Response.json({ msg }, { status: 401 })
}

/** `x-relay-error` tells the client that the function itself never answered. */
function failureAnswer(error: unknown): Response {
  if (!(error instanceof FunctionFailure)) throw error
  const relay = { 'x-relay-error': 'true' }
  switch (error.reason) {
    case 'boot':
      return Response.json(
        { code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)' },
        { status: 503, headers: relay },
      )
    case 'timeout':
      return Response.json(
        {
          code: 'WORKER_LIMIT',
          message: 'Function failed due to not having enough compute resources (please check logs)',
        },
        { status: 546, headers: relay },
      )
    default:
      return Response.json(
        { code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)' },
        { status: 500 },
      )
  }
}
