import type { PartDependencies } from '../part-dependencies.ts'
import { parseDuration } from './duration.ts'
import { functionAt } from './function-uri.ts'

/** What the configuration says about sign-in; all times in seconds. */
export type Settings = ReturnType<typeof readSettings>

/**
 * The settings of sign-in from `config.toml` and the addresses of the server.
 * @throws when a duration cannot be read.
 */
export function readSettings({ config: { auth }, siteUrl, externalUrl, passwordCost }: PartDependencies) {
  const { email, sessions, mfa } = auth
  return {
    /** Where people reach the application; mails and redirects fall back to it. */
    siteUrl,
    /** Address of this part from outside; also the issuer of its tokens. */
    baseUrl: `${externalUrl.replace(/\/$/, '')}/auth/v1`,
    redirectPatterns: auth.additional_redirect_urls,
    redirectTargets: auth.redirect_targets,
    accessTokenS: auth.jwt_expiry,
    signupEnabled: auth.enable_signup,
    emailSignupEnabled: email.enable_signup,
    anonymousEnabled: auth.enable_anonymous_sign_ins,
    /** Phones sign up and in with a password, without a text message: there is no provider of those. */
    phonePasswords: auth.sms.enable_signup && !auth.sms.enable_confirmations,
    autoconfirm: !email.enable_confirmations,
    confirmBothAddresses: email.double_confirm_changes,
    mailFrequencyS: parseDuration(email.max_frequency),
    codeLength: email.otp_length,
    linkExpiryS: email.otp_expiry,
    linkLanding: email.link_landing,
    /** Quoted name of the function that words the request behind a mail. */
    requestVariables: email.request_variables && functionAt(email.request_variables, 'request_variables'),
    codeExpiryS: Math.min(email.code_expiry ?? email.otp_expiry, email.otp_expiry),
    passwords: email.password_sign_in,
    passwordCost,
    passwordLength: auth.minimum_password_length,
    passwordRequirements: auth.password_requirements,
    securePasswordChange: email.secure_password_change,
    rotateRefreshTokens: auth.enable_refresh_token_rotation,
    reuseIntervalS: auth.refresh_token_reuse_interval,
    timeboxS: sessions.timebox ? parseDuration(sessions.timebox) : undefined,
    inactivityS: sessions.inactivity_timeout ? parseDuration(sessions.inactivity_timeout) : undefined,
    rateLimit: auth.rate_limit,
    maxFactors: mfa.max_enrolled_factors,
    totp: mfa.totp,
  }
}
