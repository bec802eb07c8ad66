import { writeFileSync } from 'node:fs'
import { layoutMail } from '../functions/_shared/mail-layout.ts'
import { signInTemplates } from './sign-in-templates.ts'

const FOLDER = new URL('../templates/', import.meta.url)

// A Supabase project reads whole files; the text part beside each is read by the embedded server.
for (const [name, content] of signInTemplates) {
  const { html, text_body } = layoutMail(content)
  writeFileSync(new URL(`${name}.html`, FOLDER), html)
  writeFileSync(new URL(`${name}.txt`, FOLDER), text_body)
}
