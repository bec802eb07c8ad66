import { useState } from 'react'
import { codeText } from '~/session/fresh-sign-in/account.he'
import { CodeForm } from '~/session/fresh-sign-in/code-form'
import type { FreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import { Button } from '~/shared/ui/button'
import { type AppInvitation, joinApp } from './second-step.calls'
import { twoStepText as text } from './security.he'

type AppSetupProps = {
  invitation: AppInvitation
  run: FreshSignIn['run']
  onJoined: () => Promise<void>
  onCancel: () => void
}

/** How an authenticator app joins the account: a picture to scan or a key to type, then its first code. */
export function AppSetup({ invitation: { id, qrCode, secret, uri }, run, onJoined, onCancel }: AppSetupProps) {
  return (
    <div className="mt-5 rounded-card border border-rule-2 bg-card p-5">
      <h3 className="text-xl">{text.scanTitle}</h3>
      <p className="mt-1 text-ink-2">{text.scanLead}</p>
      <div className="mt-4 flex flex-wrap items-start gap-6">
        <img
          src={qrCode}
          alt={text.qrAlt}
          width="232"
          height="232"
          className="size-[232px] shrink-0 rounded-control border border-rule bg-white p-2"
        />
        <Secret secret={secret} uri={uri} />
      </div>
      <div className="mt-5 border-t border-rule pt-4">
        <CodeForm
          label={text.firstCode}
          hint={text.firstCodeHint}
          wrong={codeText.appWrong}
          submit={text.confirm}
          onCode={async (code) => {
            if ((await run(() => joinApp(id, code))) !== 'cancelled') await onJoined()
          }}
        />
      </div>
      <Button look="quiet" size="small" className="mt-3" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  )
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="min-w-0 grow basis-56">
      <p>{text.secretLead}</p>
      <p className="mt-2 rounded-control border border-rule bg-paper px-3 py-2 font-semibold tabular-nums">
        <bdi dir="ltr" className="break-words">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </bdi>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="secondary" size="small" onClick={() => void copy()}>
          {text.copy}
        </Button>
        <a href={uri} className="py-2 font-semibold text-green underline underline-offset-4 md:hidden">
          {text.openApp}
        </a>
      </div>
      <p role="status" className="mt-1 min-h-6 text-sm text-green-ink">
        {copied && text.copied}
      </p>
    </div>
  )
}
