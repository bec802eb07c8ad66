import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Failed, Section } from '~/shared/ui/section'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { type HeldCertificate, revokeCertificate, studentCertificatesQuery } from './certificates.calls'
import { certificatesText as text } from './certificates.he'

type StudentCertificatesProps = { studentId: string; mayRevoke: boolean }

/** The certificates of a record that was opened, and how one is revoked. Nothing where there are none. */
export function StudentCertificates({ studentId, mayRevoke }: StudentCertificatesProps) {
  const { data, isError, refetch } = useQuery(studentCertificatesQuery(studentId))
  if (isError)
    return (
      <Section id="student-certificates" title={text.title}>
        <Failed text={text.failed} onRetry={() => void refetch()} />
      </Section>
    )
  if (!data?.length) return null
  return (
    <Section id="student-certificates" title={text.title}>
      <ul>
        {data.map((certificate) => (
          <CertificateLine
            key={certificate.number}
            studentId={studentId}
            certificate={certificate}
            mayRevoke={mayRevoke && certificate.revokedAt === null}
          />
        ))}
      </ul>
    </Section>
  )
}

type CertificateLineProps = { studentId: string; certificate: HeldCertificate; mayRevoke: boolean }

function CertificateLine({ studentId, certificate, mayRevoke }: CertificateLineProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'for-good' | 'again' | null>(null)
  const { number, courseTitle, issuedAt, revokedAt, revokedReason } = certificate
  return (
    <li className="grid items-center gap-x-4 border-rule border-b py-2.5 md:grid-cols-[190px_1fr_auto]">
      <span className="text-ink-2">{formatDay(issuedAt)}</span>
      <p className="[overflow-wrap:anywhere]">
        <Bidi className="font-semibold">{courseTitle}</Bidi> ·{' '}
        <a href={paths.certificate(number)} target="_blank" rel="noreferrer" className="text-link">
          <bdi dir="ltr">{number}</bdi>
        </a>
        {revokedAt && ` · ${text.revoked(formatDay(revokedAt))}: ${revokedReason}`}
      </p>
      {mayRevoke && (
        <span className="flex gap-2">
          <Button look="quiet" size="small" onClick={() => setAsked('again')}>
            {text.renew}
          </Button>
          <Button look="quiet" size="small" onClick={() => setAsked('for-good')}>
            {text.revoke}
          </Button>
        </span>
      )}
      {asked && (
        <ReasonDialog
          title={text.ask[asked].title}
          lead={text.ask[asked].lead}
          confirm={text.revoke}
          onConfirm={async (reason) => {
            await revokeCertificate(studentId, number, reason, asked === 'again')
            await queries.invalidateQueries({ queryKey: ['staff'] })
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
}
