import { formatDay } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { useSite } from '~/shared/pages/site-of'
import { Bidi } from '~/shared/ui/bidi'
import { LogoMark } from '~/shared/ui/logo'
import { certificateText as text } from './certificate.he'
import { type Certificate, inGroups, nameSizeClass } from './certificate.rules'

type CertificateSheetProps = {
  certificate: Extract<Certificate, { state: 'valid' }>
  address: string
  qr: { size: number; path: string }
}

/** Heights of the columns below the name: what was put in, and what grew on it. */
const PUT_IN = [24, 26, 28, 30]
const GROWN = [36, 42, 49, 58, 68, 80, 94, 110]

/** The certificate as it is printed: one page of A4 on its side. */
export function CertificateSheet({ certificate, address, qr }: CertificateSheetProps) {
  const { number, name, courseTitle, quizzes, issuedAt } = certificate
  return (
    <article className="certificate" aria-labelledby="certificate-name">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="flex items-center gap-3 font-bold font-serif text-xl">
          <LogoMark />
          {useSite().name}
        </span>
        <span className="text-ink-3">{text.kind}</span>
      </header>
      <div className="min-w-0 self-center">
        <p className="text-ink-2 text-lg">{text.givenTo}</p>
        <Bidi as="h1" id="certificate-name" className={`mt-3 mb-4 [overflow-wrap:anywhere] ${nameSizeClass(name)}`}>
          {name}
        </Bidi>
        <p className="max-w-[34em] text-ink-2 text-lg [overflow-wrap:anywhere]">
          {groundOf(certificate)} <b className="text-ink">{courseTitle}</b>
          {listsLessons(certificate) && quizzes.length > 0 && ` ${plural(quizzes.length, text.andTests)}`}.
        </p>
        <Columns />
      </div>
      <footer className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5 border-ink border-t pt-4">
        <p>
          <span className="block text-ink-3 text-sm">{text.givenOn}</span>
          {formatDay(issuedAt)}
        </p>
        <p className="min-w-0">
          <span className="block text-ink-3 text-sm">{text.toVerify}</span>
          <bdi dir="ltr" className="block [overflow-wrap:anywhere]">
            {address.replace(/^https?:\/\//, '').replace(number, inGroups(number))}
          </bdi>
        </p>
        <svg
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label={text.qr}
          className="size-21"
          shapeRendering="crispEdges"
        >
          <path d={qr.path} fill="currentColor" />
        </svg>
      </footer>
    </article>
  )
}

/** Whether the sheet speaks of lessons: of those that were watched, or marked by former rules. */
const listsLessons = ({ lessons, watchedPercent }: CertificateSheetProps['certificate']) =>
  lessons.length > 0 || watchedPercent === null

/** For what it is given, up to the title of the course. */
function groundOf(certificate: CertificateSheetProps['certificate']): string {
  const { lessons, quizzes, watchedPercent } = certificate
  if (watchedPercent === null) return text.forLessons(plural(lessons.length, text.lessons))
  return listsLessons(certificate) ? plural(lessons.length, text.forWatching) : plural(quizzes.length, text.forTests)
}

const COLUMN = 36
const WIDE = 20
const FLOOR = 110

function Columns() {
  return (
    <svg viewBox={`0 0 900 ${FLOOR}`} aria-hidden="true" className="mt-8 w-full">
      {[...PUT_IN, ...GROWN].map((height, index) => (
        <rect
          key={height}
          x={900 - WIDE - index * COLUMN}
          y={FLOOR - height}
          width={WIDE}
          height={height}
          className={index < PUT_IN.length ? 'fill-ink' : 'fill-green'}
        />
      ))}
      <path d={`M0 ${FLOOR - 0.5}h900`} className="stroke-rule-2" />
    </svg>
  )
}
