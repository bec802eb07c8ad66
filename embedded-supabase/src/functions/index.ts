import { withTokenOfKey } from '../api-keys.ts'
import { bearerToken } from '../caller.ts'
import { knownCaller } from '../caller-shares.ts'
import { withOwnForwarding } from '../forwarding.ts'
import { TokenError } from '../jwt.ts'
import type { Part } from '../options.ts'
import { boundedBody } from './body.ts'
import { guardAgainstCrashes } from './crash-guard.ts'
import { type FunctionsDependencies, functionEnvironment } from './environment.ts'
import { createFunctionHost, FunctionFailure } from './host.ts'

const PREFIX = '/functions/v1/'
const DEFAULT_BODY_BYTES = 1024 * 1024
const DEFAULT_WALL_CLOCK_MS = 60_000

/** The part that answers `/functions/v1`. */
export type Functions = Part & { prepare(): Promise<void> }

/** Makes the part that answers `/functions/v1` (protocol section 3). */
export function createFunctions(dependencies: FunctionsDependencies): Functions {
  const { config, keys, callerOf, externalUrl, functions, limits = {}, log, shares, runs } = dependencies
  const { bodyBytes = DEFAULT_BODY_BYTES, wallClockMs = DEFAULT_WALL_CLOCK_MS } = limits
  const host = createFunctionHost({ functions, environment: functionEnvironment(dependencies), wallClockMs, log })
  guardAgainstCrashes(log)

  async function run(name: string, request: Request, clientAddress: string, id: string): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const body = boundedBody(request, bodyBytes)
    if (body === 'too large') return tooLarge(bodyBytes)
    const forwarded = new Request(new URL(`/${pathname.slice(PREFIX.length)}${search}`, externalUrl), {
      method: request.method,
      headers: withOwnForwarding(request.headers, clientAddress),
      ...(body ? { body: body.stream, duplex: 'half' } : {}),
      signal: request.signal,
    } as RequestInit)
    const answer = await host.call(name, forwarded, id).catch(failureAnswer)
    return body?.isExceeded() ? tooLarge(bodyBytes) : answer
  }

  const part: Part = async (request, context) => {
    const name = new URL(request.url).pathname.slice(PREFIX.length).split('/', 1)[0] ?? ''
    if (!host.has(name)) return new Response('Function not found', { status: 404 })
    const refusal = (config.functions[name]?.verify_jwt ?? true) ? await refuseToken(request, callerOf) : undefined
    if (refusal) return refusal
    // Without its body, which is the function's.
    const keyed = withTokenOfKey(new Request(request.url, { headers: request.headers }), keys)
    const caller = keyed instanceof Request ? await knownCaller(keyed, callerOf) : { claims: {} }
    return shares.run(caller, context, (charge) =>
      runs.during(charge, (id) => run(name, request, context.clientAddress, id)),
    )
  }
  return Object.assign(part, { prepare: () => host.prepare(dependencies.closing) })
}

/** The answer to a request without a valid token; undefined with one. The anonymous key counts, a publishable one does not. */
async function refuseToken(
  request: Request,
  callerOf: FunctionsDependencies['callerOf'],
): Promise<Response | undefined> {
  if (!request.headers.has('authorization')) return unauthorized('Error: Missing authorization header')
  if (!bearerToken(request)) return unauthorized("Error: Auth header is not 'Bearer {token}'")
  try {
    await callerOf(request)
    return undefined
  } catch (error) {
    if (error instanceof TokenError) return unauthorized('Invalid JWT')
    throw error
  }
}

function tooLarge(most: number): Response {
  return Response.json({ code: 'BODY_TOO_LARGE', message: `The body is larger than ${most} bytes` }, { status: 413 })
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
