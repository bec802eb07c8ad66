import { BUILT_IN_NAME } from '../functions/_shared/mail-academy.ts'
import type { MailContent } from '../functions/_shared/mail-layout.ts'
import { type SignInMailKind, signInMail } from '../functions/_shared/sign-in-mail.ts'

const KINDS: SignInMailKind[] = ['magic_link', 'confirmation', 'invite', 'recovery', 'email_change']

/** The mails of signing in by the name of their template, with the variables of the sign-in service that sends them. */
export const signInTemplates: [name: string, content: MailContent][] = KINDS.map((kind) => [
  kind.replace('_', '-'),
  signInMail(kind, {
    email: '{{ .Email }}',
    newEmail: '{{ .NewEmail }}',
    code: '{{ .Token }}',
    href: (linkType) =>
      `{{ .SiteURL }}/auth/callback?token_hash={{ .TokenHash }}&type=${linkType}&to={{ .RedirectTo }}`,
    // Only the embedded server knows who asked; a mail without ends its sentence before.
    asked: [
      '{{ if .RequestedAt }}, ב־',
      { ltr: '{{ .RequestedAt }}' },
      ' מהמכשיר ',
      { ltr: '{{ .RequestedFrom }}' },
      '{{ end }}.',
    ],
    invited: {
      as: '{{ .InvitedAs }}',
      by: '{{ if .InvitedBy }} על ידי {{ .InvitedBy }}{{ end }}',
      until: '{{ .InvitedUntil }}',
    },
    // Only the embedded server knows the first two; elsewhere all get the last.
    byReader: (invited, staff, others) =>
      `{{ if .InvitedAs }}${invited}{{ else }}{{ if .IsStaff }}${staff}{{ else }}${others}{{ end }}{{ end }}`,
    academy: {
      name: `{{ if .AcademyName }}{{ .AcademyName }}{{ else }}${BUILT_IN_NAME}{{ end }}`,
      address: null,
      siteUrl: '{{ .SiteURL }}',
    },
  }),
])
