import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { loadProfile } from '~/session/student/session-keeper'
import { useSession } from '~/session/student/session-store'
import { signOut } from '~/session/student/sign-out.calls'
import { Queries } from '~/shared/client/queries'
import { paths } from '~/shared/config/paths'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { pendingTextsQuery } from './agreement.calls'
import { agreementText as text } from './agreement.he'
import { AgreementForm } from './agreement-form'
import { PendingTextPart } from './pending-text-part'

/** Stands in the place of every page, at its address, until a student has agreed to what is in force (decision 0086). */
export function AgreementPage() {
  const session = useSession()
  if (session.status !== 'student') return null
  return (
    <Queries>
      <main className="min-h-dvh bg-paper px-4 py-12">
        <article className="mx-auto w-full max-w-[720px]">
          <h1 className="border-ink border-b pb-4 text-3xl">{text.title}</h1>
          <p className="mt-5 text-ink-2 text-lg">{text.lead}</p>
          <OwedTexts userId={session.userId} />
          <Otherwise />
        </article>
      </main>
    </Queries>
  )
}

function OwedTexts({ userId }: { userId: string }): ReactNode {
  const { data: texts, isPending, isError, refetch } = useQuery(pendingTextsQuery(userId))
  const isDone = texts?.length === 0
  // Agreed to in another tab meanwhile.
  useEffect(() => {
    if (isDone) void loadProfile(userId)
  }, [isDone, userId])
  if (isPending || isDone) return <Loading />
  if (isError && !texts) return <Failed text={text.failed} onRetry={() => void refetch()} />
  return (
    <>
      {texts?.map((one) => (
        <PendingTextPart key={one.id} one={one} />
      ))}
      {texts && (
        <AgreementForm
          texts={texts}
          onAgreed={() => loadProfile(userId)}
          onChanged={async () => void (await refetch())}
        />
      )}
    </>
  )
}

/** Whoever does not agree is not held. */
function Otherwise() {
  return (
    <section aria-labelledby="otherwise" className="mt-12 border-rule border-t pt-5">
      <h2 id="otherwise" className="text-lg">
        {text.otherwise}
      </h2>
      <p className="mt-1 text-ink-2">{text.otherwiseLead}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button look="secondary" size="small" onClick={() => void signOut()}>
          {text.signOut}
        </Button>
        <Link to={paths.profilePrivacy} className="text-link inline-flex min-h-11 items-center">
          {text.myData}
        </Link>
        <Link to={paths.contact} className="text-link inline-flex min-h-11 items-center">
          {text.contact}
        </Link>
      </div>
    </section>
  )
}
