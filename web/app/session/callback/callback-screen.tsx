import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { Spinner } from '~/shared/ui/spinner'
import { callbackText } from './callback.he'
import { type CallbackState, useAuthCallback } from './use-auth-callback'

const HEBREW = /\p{Script=Hebrew}/u

/** What a mailed link leads to: processing, then success or an error [2.7-01]. */
export function CallbackScreen() {
  const state = useAuthCallback()
  if (state.step === 'processing') {
    return (
      <MessagePage title={callbackText.processingTitle} busy>
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {callbackText.processing}
        </p>
      </MessagePage>
    )
  }
  if (state.step === 'success') {
    return (
      <MessagePage title={callbackText.successTitle}>
        <Alert tone="success">{callbackText.success}</Alert>
      </MessagePage>
    )
  }
  if (state.step === 'switch') return <Switch {...state} />
  return state.step === 'confirm' ? <Confirm {...state} /> : <Failure {...state} />
}

function Switch({ own, other, stay, change }: Extract<CallbackState, { step: 'switch' }>) {
  const text = callbackText.switch
  return (
    <MessagePage title={text.title}>
      <p>{text.lead}</p>
      <dl className="border-y border-rule">
        {[
          { name: text.own, address: own },
          { name: text.other, address: other },
        ].map(({ name, address }) => (
          <div key={name} className="flex flex-wrap gap-x-2 py-2">
            <dt className="text-ink-2">{name}</dt>
            <dd>
              <bdi dir="ltr" className="font-bold wrap-anywhere">
                {address}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button look="learn" onClick={change}>
          {text.change}
        </Button>
        <Button look="secondary" onClick={stay}>
          {text.stay}
        </Button>
      </div>
    </MessagePage>
  )
}

function Confirm({ purpose, account, registration, proceed, refuse }: Extract<CallbackState, { step: 'confirm' }>) {
  const text = callbackText.confirm[purpose]
  return (
    <MessagePage title={text.title}>
      <p>{callbackText.confirmLead}</p>
      {account && (
        <p className="border-y border-rule py-3">
          {callbackText.confirmAccount}{' '}
          <bdi dir="ltr" className="font-bold wrap-anywhere">
            {account}
          </bdi>
        </p>
      )}
      {registration && (
        <p className="border-b border-rule pb-3">
          {callbackText.confirmRegistration} <Bidi className="font-bold wrap-anywhere">{registration.firstName}</Bidi>,{' '}
          {callbackText.confirmPhone(registration.maskedPhone)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="learn" onClick={proceed}>
          {text.button}
        </Button>
        {registration && (
          <Button look="secondary" onClick={refuse}>
            {callbackText.confirmNotMine}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-2">{callbackText.confirmWarning}</p>
    </MessagePage>
  )
}

function Failure({
  message,
  lead = callbackText.failedLead,
  detail,
  retry,
}: Extract<CallbackState, { step: 'error' }>) {
  return (
    <MessagePage title={callbackText.failedTitle}>
      <Alert tone="error">{message}</Alert>
      {!HEBREW.test(message) && <p>{lead}</p>}
      <div className="flex flex-wrap gap-3">
        {retry ? (
          <Button look="learn" onClick={retry}>
            {callbackText.tryAgain}
          </Button>
        ) : (
          <Link to={paths.login} className={buttonClass('learn')}>
            {callbackText.newLink}
          </Link>
        )}
        <Link to={paths.home} className={buttonClass('secondary')}>
          {callbackText.home}
        </Link>
      </div>
      {detail && (
        <p dir="ltr" lang="en" className="border-t border-rule pt-3 text-sm break-words text-ink-3">
          {detail}
        </p>
      )}
    </MessagePage>
  )
}
