import { Link } from 'react-router'
import { SplitLayout } from '~/session/sign-in/split-layout'
import { paths } from '~/shared/config/paths'
import { STAFF_LOGIN } from '~/shared/config/staff'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import { Spinner } from '~/shared/ui/spinner'
import { notMeText as text } from './not-me.he'
import type { NoticeOutcome } from './security-notice.rules'
import { type NotMeStep, useNotMe } from './use-not-me'

/** The page behind 'this was not me' in the mails about an account's security. */
export function NotMeScreen() {
  const { state, press } = useNotMe()
  return (
    <SplitLayout title={titleOf(state)} lead={leadOf(state)}>
      <Body state={state} onPress={() => void press()} />
    </SplitLayout>
  )
}

function titleOf(state: NotMeStep): string {
  if (state.step === 'invalid') return text.invalidTitle
  if (state.step === 'done') return state.already ? text.alreadyTitle : text.doneTitle
  return text.title
}

function leadOf(state: NotMeStep): string | undefined {
  if (state.step === 'invalid') return text.invalid
  if (state.step === 'question') return state.notice ? text.happened[state.notice.kind] : text.happenedUnknown
  return state.step === 'done' && state.already ? text.already : undefined
}

function Body({ state, onPress }: { state: NotMeStep; onPress: () => void }) {
  switch (state.step) {
    case 'looking':
      return (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {text.looking}
        </p>
      )
    case 'question':
      return <Question {...state} onPress={onPress} />
    case 'done':
      return <Done outcome={state.outcome} />
    case 'invalid':
      return (
        <div className="flex flex-wrap gap-3">
          <Link to={paths.profileSecurity} className={buttonClass('primary')}>
            {text.toSecurity}
          </Link>
          <Link to={paths.contact} className={buttonClass('secondary')}>
            {text.contact}
          </Link>
        </div>
      )
  }
}

type QuestionProps = Extract<NotMeStep, { step: 'question' }> & { onPress: () => void }

function Question({ notice, working, failed, onPress }: QuestionProps) {
  return (
    <div className="grid gap-6">
      {notice && (
        <p>
          {text.sentTo}{' '}
          <bdi dir="ltr" className="font-bold wrap-anywhere">
            {notice.maskedEmail}
          </bdi>
        </p>
      )}
      <Lines title={text.effectTitle} lines={text.effects} />
      {failed && <Alert tone="error">{text.failed}</Alert>}
      <Button look="primary" className="w-full" busy={working} onClick={onPress}>
        {text.button}
      </Button>
      <p className="border-rule border-t pt-4 text-ink-2 text-sm">{text.wasMe}</p>
    </div>
  )
}

function Done({ outcome: { undone, remaining, isStaff } }: { outcome: NoticeOutcome }) {
  return (
    <div className="grid gap-6">
      <Alert tone="success">
        {[text.ended, ...undone.map((what) => text.undone[what])].map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Alert>
      {remaining.length > 0 && (
        <Lines title={text.remainingTitle} lines={remaining.map((what) => text.remaining[what])} />
      )}
      <Lines title={text.nextTitle} lines={[text.nextMailbox, isStaff ? text.nextStaff : text.nextEnter]} />
      <div className="flex flex-wrap gap-3">
        <Link to={isStaff ? STAFF_LOGIN : paths.login} className={buttonClass('primary')}>
          {text.toLogin}
        </Link>
        {!isStaff && (
          <Link to={paths.recoverAccount} className={buttonClass('secondary')}>
            {text.toRecovery}
          </Link>
        )}
        {(remaining.length > 0 || isStaff) && (
          <Link to={paths.contact} className={buttonClass('secondary')}>
            {text.contact}
          </Link>
        )}
      </div>
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 list-disc ps-5">
        {lines.map((line) => (
          <li key={line} className="mt-1">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
