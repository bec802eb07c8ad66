import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import { Failed } from '~/shared/ui/section'
import { earnText as text } from './certificate.he'
import { type Standing, stepOf } from './certificate.rules'
import { issueCertificate, useCertificateEligibility } from './earn.calls'

type EarnScreenProps = { userId: string; courseId: string }

/** What is missing for the certificate of a course, the name to confirm, or the way to it. */
export function EarnScreen({ userId, courseId }: EarnScreenProps) {
  const { data, isError, refetch } = useCertificateEligibility(userId, courseId)
  if (isError)
    return (
      <div className="wrap py-12">
        <Failed text={text.failed} onRetry={() => void refetch()} />
      </div>
    )
  if (data === undefined) return <Loading />
  if (data === null)
    return (
      <MessagePage title={text.notFound}>
        <Link to={paths.courses} className={`${buttonClass('secondary')} justify-self-start`}>
          {text.toCourse}
        </Link>
      </MessagePage>
    )
  return (
    <MessagePage title={text.title}>
      <p className="text-ink-2">{text.lead(data.courseTitle)}</p>
      <Step userId={userId} courseId={courseId} standing={data} />
    </MessagePage>
  )
}

function Step({ userId, courseId, standing }: EarnScreenProps & { standing: Standing }) {
  switch (stepOf(standing)) {
    case 'see':
      return (
        <Link to={paths.certificate(standing.number ?? '')} className={`${buttonClass('learn')} justify-self-start`}>
          {text.see}
        </Link>
      )
    case 'revoked':
      return (
        <>
          <p>{text.revoked}</p>
          <Link to={paths.contact} className={`${buttonClass('secondary')} justify-self-start`}>
            {text.contact}
          </Link>
        </>
      )
    case 'none':
      return (
        <>
          <p>{text.none}</p>
          <Link to={paths.course(courseId)} className={`${buttonClass('secondary')} justify-self-start`}>
            {text.toCourse}
          </Link>
        </>
      )
    case 'missing':
      return <Missing courseId={courseId} standing={standing} />
    case 'confirm':
      return <Confirm userId={userId} courseId={courseId} standing={standing} />
  }
}

function Missing({ courseId, standing }: { courseId: string; standing: Standing }) {
  const lines: { label: string; detail?: string; to: string; way: string }[] = [
    ...(standing.completedAt === null
      ? [{ label: text.missingLessons, to: paths.startCourse(courseId), way: text.toLessons }]
      : []),
    ...standing.missing.map(({ id, title }) => ({
      label: text.missingTest(title),
      to: paths.quiz(courseId, id),
      way: text.toTest,
    })),
    ...standing.unwatched.map(({ id, title, percent }) => ({
      label: text.missingWatching(title),
      detail: text.watched(percent),
      to: paths.lesson(courseId, id),
      way: text.toLesson,
    })),
  ]
  return (
    <section aria-labelledby="missing">
      <h2 id="missing" className="border-ink border-b pb-2 text-lg">
        {text.missing}
      </h2>
      <ul>
        {lines.map(({ label, detail, to, way }) => (
          <li key={to} className="flex items-center justify-between gap-4 border-rule border-b py-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {label}
              {detail && <span className="block text-ink-2 text-sm">{detail}</span>}
            </span>
            <Link to={to} className="text-link shrink-0 py-1">
              {way}
            </Link>
          </li>
        ))}
      </ul>
      {standing.unwatched.length > 0 && <p className="mt-4 text-ink-2">{text.howWatching}</p>}
    </section>
  )
}

function Confirm({ userId, courseId, standing }: EarnScreenProps & { standing: Standing }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const name = `${standing.firstName} ${standing.lastName}`.trim()
  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      await navigate(paths.certificate(await issueCertificate(userId, courseId, standing)))
    } catch (cause) {
      setFailure(toAppError(cause).message)
      setBusy(false)
    }
  }
  if (standing.firstName === '')
    return (
      <>
        <p>{text.nameMissing}</p>
        <Link to={paths.profile} className={`${buttonClass('learn')} justify-self-start`}>
          {text.change}
        </Link>
      </>
    )
  return (
    <>
      <p>{text.ready}</p>
      <dl className="rounded-card border border-rule bg-card px-6 py-4">
        <dt className="text-ink-2 text-sm">{text.name}</dt>
        <Bidi as="dd" className="font-bold font-serif text-2xl">
          {name}
        </Bidi>
      </dl>
      <p className="text-ink-2">
        {text.nameStays} {text.public}
      </p>
      {failure && <Alert tone="error">{failure}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button look="learn" busy={busy} onClick={() => void confirm()}>
          {text.confirm}
        </Button>
        <Link to={paths.profile} className={buttonClass('secondary')}>
          {text.change}
        </Link>
      </div>
    </>
  )
}
