import './certificate.css'
import { data } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatDay } from '~/shared/formats/dates'
import { pageMeta } from '~/shared/pages/meta'
import { MessagePage } from '~/shared/ui/message-page'
import { RetryMessage } from '~/shared/ui/retry-message'
import type { Route } from './+types/certificate.route'
import { fetchCertificate } from './certificate.calls'
import { certificateText as text } from './certificate.he'
import { CertificateSheet } from './certificate-sheet'
import { CheckForm } from './check-form'
import { qrPath } from './qr-path'
import { ValidSide } from './valid-side'

/** What is told of a certificate is as true as the moment: nobody keeps it. */
const NO_STORE = { 'cache-control': 'no-store' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { siteUrl } = context
  const certificate = await fetchCertificate(context.supabase, params.number).catch(() => undefined)
  const address = new URL(paths.certificate(certificate?.number ?? params.number), siteUrl).href
  const status = certificate === undefined ? 503 : certificate === null ? 404 : 200
  return data({ certificate, address, siteUrl, qr: qrPath(address) }, { status, headers: NO_STORE })
}

export const headers: Route.HeadersFunction = () => NO_STORE

export const meta: Route.MetaFunction = ({ loaderData, params, matches }) => {
  const certificate = loaderData?.certificate
  const isValid = certificate?.state === 'valid'
  return pageMeta({
    title: isValid ? text.shared(certificate.name, certificate.courseTitle) : text.pageTitle,
    description: isValid ? `${text.kind}: ${certificate.courseTitle}` : text.pageTitle,
    path: paths.certificate(params.number),
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
    noIndex: true,
  })
}

/** A certificate at its own address, for whoever has its number. */
export default function CertificateRoute({ loaderData: { certificate, address, qr } }: Route.ComponentProps) {
  if (certificate === undefined)
    return (
      <div className="wrap pt-14">
        <RetryMessage title={text.failed} />
      </div>
    )
  if (certificate === null)
    return (
      <MessagePage title={text.notFound}>
        <p>{text.notFoundLead}</p>
        <CheckForm />
      </MessagePage>
    )
  if (certificate.state === 'revoked')
    return (
      <MessagePage title={text.revoked}>
        <p role="alert">{text.revokedLead(formatDay(certificate.revokedAt))}</p>
      </MessagePage>
    )
  return (
    <div className="bg-desk py-10 md:py-14">
      <div className="wrap">
        <div className="mx-auto grid max-w-[1060px] grid-cols-[minmax(0,1fr)] gap-8">
          <CertificateSheet certificate={certificate} address={address} qr={qr} />
          <ValidSide certificate={certificate} address={address} />
        </div>
      </div>
    </div>
  )
}
