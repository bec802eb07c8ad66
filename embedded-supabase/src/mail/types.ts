export type SmtpOptions = {
  host: string
  port: number
  /** TLS from the first byte (port 465); otherwise STARTTLS is used where the server offers it. */
  secure: boolean
  user?: string | undefined
  password?: string | undefined
  /** Sender as people see it: `"Name" <address>`. */
  from: string
}

export type Mail = {
  recipient: string
  subject: string
  html: string
  text: string
  /** What the mail is for, e.g. `magic_link`; for the delivery state and for limits. */
  kind: string
  /** SHA-256 (hex) of a secret of whoever asked; with the secret one may ask what became of the mail. */
  requestHash?: string | undefined
}
