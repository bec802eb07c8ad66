import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { PartDependencies } from '../../part-dependencies.ts'
import { compileTemplate, type Template } from './go-template.ts'

export const MAIL_KINDS = [
  'confirmation',
  'magic_link',
  'invite',
  'recovery',
  'email_change',
  'reauthentication',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** A mail's parts; without a text of its own the words of the HTML are its text. */
export type MailTemplates = Record<MailKind, { subject: Template; html: Template; text?: Template }>

const LINK = '<p><a href="{{ .ConfirmationURL }}">{{ .ConfirmationURL }}</a></p><p>Code: {{ .Token }}</p>'

const PLAIN: Record<MailKind, [subject: string, html: string]> = {
  confirmation: ['Confirm your signup', `<p>Confirm your address:</p>${LINK}`],
  magic_link: ['Your sign-in link', `<p>Follow this link to sign in:</p>${LINK}`],
  invite: ['You have been invited', `<p>You have been invited to {{ .SiteURL }}:</p>${LINK}`],
  recovery: ['Reset your password', `<p>Follow this link to reset your password:</p>${LINK}`],
  email_change: ['Confirm your new address', `<p>Confirm the change from {{ .Email }} to {{ .NewEmail }}:</p>${LINK}`],
  reauthentication: ['Confirm that it is you', '<p>Your code: {{ .Token }}</p>'],
}

/**
 * Reads the mail templates of the project, whose paths are relative to the folder above the project folder,
 * as for the Supabase CLI. A file of the same name ending in `.txt` is the text part. A kind without a readable template
 * gets a plain one, and the log says why.
 */
export function loadMailTemplates({ config, projectDirectory, log }: PartDependencies): MailTemplates {
  const load = (kind: MailKind) => {
    const [subject, html] = PLAIN[kind]
    const plain = { subject: compileTemplate(subject, 'text'), html: compileTemplate(html) }
    const configured = config.auth.email.template[kind]
    if (!configured) return plain
    const file = resolve(dirname(projectDirectory), configured.content_path)
    const named = { ...plain, subject: compileTemplate(configured.subject, 'text') }
    if (!existsSync(file)) {
      log({ level: 'warn', part: 'auth', message: `the mail template ${configured.content_path} is missing` })
      return named
    }
    const filled = { ...named, html: compileTemplate(readFileSync(file, 'utf8')) }
    const words = file.replace(/\.html?$/, '.txt')
    if (words === file || !existsSync(words)) return filled
    return { ...filled, text: compileTemplate(readFileSync(words, 'utf8'), 'text') }
  }
  return Object.fromEntries(MAIL_KINDS.map((kind) => [kind, load(kind)])) as MailTemplates
}
