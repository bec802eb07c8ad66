import { senderAddress } from 'embedded-supabase'
import type { Logger } from 'pino'
import type { Hooks } from '../app.ts'
import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { createInbox } from './inbox.ts'
import { createMailHook } from './mail-hook.ts'
import { startMailReceiver } from './mail-receiver.ts'

type InboundMailDoors = { hooks: Hooks; stop(): Promise<void> }

/**
 * Opens the doors by which mails come to the support, each only where the settings ask for it: the receiver by its port, the
 * webhook by its secret. Without the service key there is none.
 * @throws where the receiver cannot listen
 */
export async function openInboundMail(
  backend: Backend,
  { inboundMail, mailFrom, siteUrl }: Config,
  log: Logger,
): Promise<InboundMailDoors> {
  const { port, secret, trustedServer } = inboundMail
  if (!backend.serviceRoleKey) return { hooks: {}, stop: async () => undefined }
  const own = [senderAddress(mailFrom)?.toLowerCase() ?? ''].filter(Boolean)
  const inbox = createInbox({ backend, siteUrl, own, trustedServer, log })
  const receiver = port ? await startMailReceiver(inbox, inboundMail) : undefined
  if (receiver) log.info({ port: receiver.port, protocol: inboundMail.protocol }, 'mail to the support is received')
  return {
    hooks: secret ? { '/hooks/inbound-mail': createMailHook(secret, inbox) } : {},
    async stop() {
      inbox.stop()
      await receiver?.stop()
    },
  }
}
