/**
 * Ports on which TLS begins with the first byte: 465 (RFC 8314, 3.3) and 2465, which mail services offer beside it.
 * Everywhere else the connection begins in the clear and STARTTLS follows (RFC 3207).
 */
export const beginsWithTls = (port: number): boolean => port === 465 || port === 2465

/** Whether hosted functions of Supabase cannot connect to a port (supabase.com/docs/guides/functions/limits). */
export const isClosedToHostedFunctions = (port: number): boolean => port === 25 || port === 587

/** What to set instead of a port that is closed. */
export const OPEN_PORTS = '465 or 2465 (TLS from the first byte) or 2587 (STARTTLS)'
