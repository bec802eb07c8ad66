import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { useSite } from '~/shared/pages/site-of'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import type { MailDelivery } from './mail-delivery.rules'
import { deliveryText, type MailPurpose, mailHelpText } from './mail-help.he'
import { INBOXES, mailProviderOf } from './mail-provider.rules'
import { likelyAddress } from './mail-typo.rules'
import { ResendButton } from './resend-button'

const link = 'font-semibold text-green underline underline-offset-4 hover:text-green-ink'

type MailHelpProps = {
  /** Where the mail goes: as typed, or masked where it is somebody's secret. */
  address: string
  /** What is known of the mail: undefined while nothing was heard, null where nothing can be known. */
  delivery: MailDelivery | null | undefined
  /** What the mail is for. */
  purpose: MailPurpose
  onResend: () => Promise<void>
  /** When it can be asked for again, where that is not a minute from now. */
  resendInSeconds?: number | undefined
  /** The way back to what was typed; without it there is none. */
  onChange?: { text: string; act: () => void }
  /** Lines that always stand here, e.g. how long the link is valid. */
  children?: ReactNode
}

/**
 * Beside every wait for a mail: what really became of it, why it may not have arrived, where to look, and the ways on.
 */
export function MailHelp(props: MailHelpProps) {
  const { address, delivery, purpose, onResend, resendInSeconds, onChange, children } = props
  const meant = purpose === 'recovery' ? null : likelyAddress(address)
  const isTroubled = delivery?.status === 'refused' || delivery?.status === 'failed' || delivery?.status === 'delayed'
  return (
    <section aria-label={mailHelpText.title} className="grid gap-3 border-t border-rule pt-4 text-sm text-ink-2">
      <Delivery delivery={delivery} address={address} />
      {meant && <Meant address={meant} onChange={onChange?.act} />}
      {children && <div>{children}</div>}
      <div className="flex flex-wrap items-center gap-x-3">
        <ResendButton onResend={onResend} inSeconds={resendInSeconds} />
        {onChange && (
          <Button look="quiet" size="small" onClick={onChange.act}>
            {onChange.text}
          </Button>
        )}
      </div>
      <Reasons address={address} purpose={purpose} isOpen={isTroubled} />
    </section>
  )
}

/** One line that changes as the mail goes its way; a refusal interrupts, because only the person can mend it. */
function Delivery({ delivery, address }: Pick<MailHelpProps, 'delivery' | 'address'>) {
  if (!delivery) return null
  if (delivery.status === 'refused') {
    return (
      <Alert tone="error">
        {deliveryText(delivery)}{' '}
        <bdi dir="ltr" className="font-bold wrap-anywhere">
          {address}
        </bdi>
      </Alert>
    )
  }
  if (delivery.status === 'delayed' || delivery.status === 'failed') {
    return <Alert tone="attention">{deliveryText(delivery)}</Alert>
  }
  return (
    <p role="status" className="flex items-baseline gap-2 text-ink">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${delivery.status === 'queued' ? 'bg-saffron' : 'bg-green'}`}
      />
      {deliveryText(delivery)}
    </p>
  )
}

function Meant({ address, onChange }: { address: string; onChange: (() => void) | undefined }) {
  return (
    <Alert tone="attention">
      {mailHelpText.didYouMean}{' '}
      <bdi dir="ltr" className="font-bold wrap-anywhere">
        {address}
      </bdi>
      ?{' '}
      {onChange && (
        <button type="button" className={`${link} min-h-6`} onClick={onChange}>
          {mailHelpText.correctIt}
        </button>
      )}
    </Alert>
  )
}

function Reasons({ address, purpose, isOpen }: { address: string; purpose: MailPurpose; isOpen: boolean }) {
  const academy = useSite().name
  const provider = mailProviderOf(address)
  const inbox = INBOXES[provider]
  const other = mailHelpText.other[purpose]
  return (
    <details open={isOpen} className="border-y border-rule">
      <summary className="cursor-pointer py-3 font-semibold text-ink">{mailHelpText.title}</summary>
      <dl className="grid gap-3 pb-4">
        <Reason title={mailHelpText.whereToLook}>
          {mailHelpText.spam(provider)} {mailHelpText.search(academy)}
          {inbox && (
            <>
              {' '}
              <a href={inbox} target="_blank" rel="noopener noreferrer" className={link}>
                {mailHelpText.openInbox(provider)} <span className="sr-only">{mailHelpText.newTab}</span>
              </a>
            </>
          )}
        </Reason>
        {other && (
          <Reason title={other.title}>
            {other.hint}{' '}
            {purpose === 'signup' && (
              <Link to={paths.login} className={link}>
                {mailHelpText.login}
              </Link>
            )}
          </Reason>
        )}
        <Reason title={mailHelpText.stillNothing}>
          <Link to={paths.contact} className={link}>
            {mailHelpText.contact}
          </Link>
        </Reason>
      </dl>
    </details>
  )
}

function Reason({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold text-ink">{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
