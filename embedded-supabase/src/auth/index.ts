import { DatabaseUnavailable, isDatabaseError } from '../errors.ts'
import type { Part } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'
import { AuthError, errorResponse } from './protocol/errors.ts'
import { fromRaisedError } from './raised-error.ts'
import { findRoute } from './routes.ts'
import { createService, type Service } from './service.ts'
import { createSweeper } from './sweep.ts'

const PREFIX = '/auth/v1'
/** SQLSTATE classes of values that PostgreSQL cannot take, and of transactions that got in each other's way. */
const REFUSED_VALUE = /^22/
const CONFLICT = /^(40|55P03)/

/** Makes the part that answers `/auth/v1`. */
export function createAuth(dependencies: PartDependencies): Part {
  const service = createService(dependencies)
  const sweep = createSweeper(service)
  return async (request, { clientAddress }) => {
    sweep()
    try {
      const url = new URL(request.url)
      const { endpoint, parameters } = findRoute(request.method, url.pathname.slice(PREFIX.length))
      return uncached(await endpoint({ service, request, url, parameters, clientAddress }))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      return uncached(errorResponse(asAuthError(error, service), request))
    }
  }
}

function uncached(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

function asAuthError(error: unknown, { log }: Service): AuthError {
  if (error instanceof AuthError && error.status < 500) return error
  if (isDatabaseError(error)) {
    const raised = fromRaisedError(error)
    if (raised) {
      log({ level: 'warn', part: 'auth', message: 'a trigger refused a request', code: raised.code })
      return unexpected()
    }
    if (REFUSED_VALUE.test(error.code)) return new AuthError(400, 'validation_failed', 'A value cannot be stored')
    if (CONFLICT.test(error.code)) return new AuthError(409, 'conflict', 'Too many requests at once, please retry')
  }
  log({ level: 'error', part: 'auth', message: 'a request failed', error: reasonOf(error) })
  if (error instanceof AuthError) return error
  return unexpected()
}

/** Also what a trigger of the project refuses: GoTrue hands on nothing of it. */
const unexpected = () =>
  new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}
