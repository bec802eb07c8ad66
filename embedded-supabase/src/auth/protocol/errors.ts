const API_VERSION_HEADER = 'x-supabase-api-version'
const API_VERSION = '2024-01-01'
/** Codes that GoTrue puts into the body only. */
const WITHOUT_HEADER = ['unknown', 'weak_password']

/** An answer that is not a success, in the terms of protocol 1.2: HTTP status, error code, text. */
export class AuthError extends Error {
  override name = 'AuthError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: Record<string, unknown> = {},
    cause?: unknown,
  ) {
    super(message, { cause })
  }
}

/** 400 validation_failed. */
export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

/** Words the error as the client's API version wants it (protocol 1.2). */
export function errorResponse(error: AuthError, request: Request): Response {
  const dated = (request.headers.get(API_VERSION_HEADER) ?? '') >= API_VERSION
  const body = dated
    ? { code: error.code, message: error.message, ...error.extra }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.extra }
  return Response.json(body, {
    status: error.status,
    headers: {
      ...(WITHOUT_HEADER.includes(error.code) ? {} : { 'x-sb-error-code': error.code }),
      ...(dated ? { [API_VERSION_HEADER]: API_VERSION } : {}),
    },
  })
}
