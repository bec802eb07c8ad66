import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const SECRET_BYTES = 20
const PERIOD_S = 30
const WINDOW = 1

const makeTotp = (secret: Secret, issuer = '', label = '') =>
  new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_S })

/** A new secret for an authenticator app, with its address and that address as a picture without `#`. */
export function newTotp(issuer: string, account: string): { secret: string; uri: string; qr_code: string } {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = makeTotp(secret, issuer, account).toString()
  const qrCode = renderSVG(uri, { whiteColor: 'white', blackColor: 'black' })
  return { secret: secret.base32, uri, qr_code: qrCode }
}

/** The time step for which the code is right, at most one away from now; undefined for a wrong code. */
export function stepOf(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const now = Date.now()
  const delta = makeTotp(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta
}
