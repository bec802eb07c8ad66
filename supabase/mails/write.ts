import { writeFileSync } from 'node:fs'
import { layoutMail } from '../functions/_shared/mail-layout.ts'
import { signInMails } from './sign-in-mails.ts'

const FOLDER = new URL('../templates/', import.meta.url)

// A Supabase project reads whole files; the text part beside each is read by the embedded server.
for (const [name, content] of signInMails) {
  const { html, text_body } = layoutMail(content)
  writeFileSync(new URL(`${name}.html`, FOLDER), html)
  writeFileSync(new URL(`${name}.txt`, FOLDER), text_body)
}
