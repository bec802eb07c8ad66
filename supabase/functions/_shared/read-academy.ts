import { requiredEnv } from './env.ts'
import { type Academy, academyOf, type MailSender } from './mail-academy.ts'
import { callAsService } from './rest.ts'

/** The academy as the settings name it now. @throws Refused 502 where the database did not answer */
export async function readAcademy(): Promise<Academy> {
  return academyOf((await callAsService('mail_sender', {})) as MailSender, requiredEnv('SITE_URL'))
}
