export type MediaFailure =
  | 'WRONG_TYPE'
  | 'HEIC'
  | 'TOO_MANY_PIXELS'
  | 'TOO_LARGE'
  | 'BROKEN'
  | 'NO_PICTURE'
  | 'NO_LENGTH'
  | 'CODEC'
  | 'MACROS'
  | 'ENCRYPTED'
  | 'ENCODING'
  | 'ACTIVE'
  | 'TOO_COMPLEX'

/** An upload that the library does not take. */
export class MediaRefusal extends Error {
  constructor(readonly code: MediaFailure) {
    super(code)
  }
}

/** Refuses what says of itself what it is not. */
export function broken(): never {
  throw new MediaRefusal('BROKEN')
}
