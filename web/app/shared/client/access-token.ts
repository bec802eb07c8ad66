let readToken: () => Promise<string | null> = async () => null

/** The auth client puts the way to the current access token here when it loads. */
export function setAccessTokenReader(reader: () => Promise<string | null>): void {
  readToken = reader
}

/** The access token of whoever is signed in now, null for nobody. */
export const currentAccessToken = (): Promise<string | null> => readToken()

let onRefused = (): void => undefined

/** Calls the listener whenever a request was refused with 401, or what one's own was with 403: session or account may have been ended elsewhere. */
export function onTokenRefused(listener: () => void): void {
  onRefused = listener
}

/** A request was answered with 401, or one about what is one's own with 403. */
export const reportRefusedToken = (): void => onRefused()
