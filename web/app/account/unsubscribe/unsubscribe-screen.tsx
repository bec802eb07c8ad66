import { Form, Link, useNavigation } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Button, buttonClass } from '~/shared/ui/button'
import { LinkPage } from '~/shared/ui/link-page'
import type { UnsubscribeLink } from './unsubscribe.calls'
import { unsubscribeText as text } from './unsubscribe.he'

type UnsubscribeScreenProps = { link: UnsubscribeLink | null; token: string; failed: boolean }

/** Ends marketing mail without signing in; the button is a plain form, so it works before or without scripts. */
export function UnsubscribeScreen({ link, token, failed }: UnsubscribeScreenProps) {
  const state = link?.state ?? 'failed'
  return (
    <LinkPage state={state} title={text.titles[state]} failure={failed ? text.failed : undefined}>
      {link?.state === 'subscribed' && <Subscribed email={link.maskedEmail ?? ''} token={token} />}
      {link?.state === 'unsubscribed' && <Unsubscribed link={link} token={token} />}
      {link?.state === 'unknown' && <Unknown />}
      {!link && <Press token={token} label={text.stop} look="primary" />}
    </LinkPage>
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
