import { STUDENT_SESSION_LIFETIME } from '~/shared/config/constants'

/** When a session that starts now ends for this browser, in ms since 1970 [9-01]. */
export const expiryOfNewSession = (now: number): number => now + STUDENT_SESSION_LIFETIME

/** Whether the browser's own limit has passed; without one the server's limit alone counts. */
export const hasExpired = (expiry: number | null, now: number): boolean => expiry !== null && now >= expiry
