import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import type { UnsubscribeLink } from './unsubscribe.calls'
import { unsubscribeText as text } from './unsubscribe.he'

type UnsubscribeScreenProps = { link: UnsubscribeLink | null; token: string; failed: boolean }

/** Ends marketing mail without signing in; the button is a plain form, so it works before or without scripts. */
export function UnsubscribeScreen({ link, token, failed }: UnsubscribeScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const state = link?.state ?? 'failed'
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current !== state) heading.current?.focus()
    shown.current = state
  }, [state])
  return (
    <section className="mx-auto flex min-h-[60vh] w-full max-w-[560px] flex-col justify-center px-5 py-12">
      <h1 ref={heading} tabIndex={-1} className="border-ink border-b pb-4 text-3xl outline-none">
        {text.titles[state]}
      </h1>
      <div className="mt-6 grid gap-5">
        {failed && <Alert tone="error">{text.failed}</Alert>}
        {link?.state === 'subscribed' && <Subscribed email={link.maskedEmail ?? ''} token={token} />}
        {link?.state === 'unsubscribed' && <Unsubscribed link={link} token={token} />}
        {link?.state === 'unknown' && <Unknown />}
        {!link && <Press token={token} label={text.stop} look="primary" />}
      </div>
    </section>
  )
}

function Subscribed({ email, token }: { email: string; token: string }) {
  return (
    <>
      <p>
        {text.mailsGoTo} <Address email={email} />. {text.onePress}
      </p>
      <Press token={token} label={text.stop} look="primary" />
      <p className="border-rule border-t pt-4 text-ink-2 text-sm">{text.accountMails}</p>
    </>
  )
}

function Unsubscribed({ link, token }: { link: UnsubscribeLink; token: string }) {
  return (
    <>
      <p>
        {text.noMoreTo} <Address email={link.maskedEmail ?? ''} />. {text.accountMails}
      </p>
      {link.canReturn ? (
        <Press token={token} label={text.subscribeAgain} look="secondary" back />
      ) : (
        <p className="text-ink-2">
          {text.returnElsewhere}{' '}
          <Link to={paths.profilePrivacy} className="text-link">
            {text.privacyPage}
          </Link>
          .
        </p>
      )}
    </>
  )
}

function Unknown() {
  return (
    <>
      <p>{text.unknown}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.profilePrivacy} className={buttonClass('primary')}>
          {text.toPrivacyPage}
        </Link>
        <Link to={paths.contact} className={buttonClass('secondary')}>
          {text.contact}
        </Link>
      </div>
    </>
  )
}

const Address = ({ email }: { email: string }) => (
  <bdi dir="ltr" className="font-bold">
    {email}
  </bdi>
)

type PressProps = { token: string; label: string; look: 'primary' | 'secondary'; back?: boolean }

function Press({ token, label, look, back = false }: PressProps) {
  const { state } = useNavigation()
  const address = `${paths.unsubscribe}?token=${encodeURIComponent(token)}${back ? '&return' : ''}`
  return (
    <Form method="post" action={address} replace>
      <Button type="submit" look={look} busy={state !== 'idle'}>
        {label}
      </Button>
    </Form>
  )
}
