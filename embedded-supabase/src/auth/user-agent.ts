import type { AuthRequest } from './service.ts'

/** What the client says of itself, as far as it is kept. */
export const userAgent = ({ request }: AuthRequest): string => (request.headers.get('user-agent') ?? '').slice(0, 500)
