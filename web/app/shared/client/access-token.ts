let readToken: () => Promise<string | null> = async () => null

/** The auth client puts the way to the current access token here when it loads. */
export function setAccessTokenReader(reader: () => Promise<string | null>): void {
  readToken = reader
}

/** The access token of whoever is signed in now, null for nobody. */
export const currentAccessToken = (): Promise<string | null> => readToken()

let onRefused = (): void => undefined

/** Calls the listener whenever a request was answered with 401: the session may have been ended elsewhere. */
export function onTokenRefused(listener: () => void): void {
  onRefused = listener
}

/** A request was answered with 401. */
export const reportRefusedToken = (): void => onRefused()
