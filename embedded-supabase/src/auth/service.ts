import { createHmac } from 'node:crypto'
import type { PartDependencies } from '../part-dependencies.ts'
import { loadMailTemplates, type MailTemplates } from './mails/templates.ts'
import { createRedirects, type Redirects } from './redirects.ts'
import { readSettings, type Settings } from './settings.ts'

/** What lives as long as the server. */
export type Service = PartDependencies & {
  settings: Settings
  templates: MailTemplates
  redirects: Redirects
  /** Keys the hashes of codes and the making of refresh tokens. */
  secret: Buffer
}

/** One request on its way to its endpoint. */
export type AuthRequest = {
  service: Service
  request: Request
  url: URL
  /** The variable parts of the path, in order. */
  parameters: string[]
  clientAddress: string
}

export type Endpoint = (request: AuthRequest) => Promise<Response>

export function createService(dependencies: PartDependencies): Service {
  const settings = readSettings(dependencies)
  return {
    ...dependencies,
    settings,
    templates: loadMailTemplates(dependencies),
    redirects: createRedirects(settings),
    secret: createHmac('sha256', dependencies.keys.jwtSecret).update('sign-in tokens').digest(),
  }
}
