import { saveBlob } from '~/shared/browser/save-file'
import { useSite } from '~/shared/pages/site-of'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { toast } from '~/shared/ui/toast'
import { certificateText as text } from './certificate.he'
import type { Certificate } from './certificate.rules'

type ValidSideProps = { certificate: Extract<Certificate, { state: 'valid' }>; address: string }

/** Below the sheet: that it is valid, what it covers, and how to take it along. */
export function ValidSide({ certificate, address }: ValidSideProps) {
  const { name, courseTitle, lessons, quizzes, watchedPercent, issuedAt } = certificate
  const academy = useSite().name
  async function share() {
    if (navigator.share) return navigator.share({ title: text.shared(name, courseTitle), url: address })
    await navigator.clipboard.writeText(address)
    await toast.success(text.copied)
  }
  async function sharePicture() {
    const { drawCertificatePicture } = await import('./certificate-picture')
    const picture = await drawCertificatePicture({ academy, name, courseTitle, issuedAt, address })
    const file = new File([picture], text.pictureName(courseTitle), { type: picture.type })
    // Phones share the file itself; elsewhere it is saved.
    if (navigator.canShare?.({ files: [file] }) && matchMedia('(pointer: coarse)').matches)
      return navigator.share({ files: [file] }).catch(() => undefined)
    saveBlob(file.name, file)
  }
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[1fr_auto]">
      <section aria-labelledby="covers">
        <p className="flex flex-wrap items-center gap-x-2 text-green-ink">
          <Icon name="check" className="size-5" />
          <b>{text.valid}</b> {text.validLead}
        </p>
        <h2 id="covers" className="mt-5 text-lg">
          {text.covers}
        </h2>
        <ul className="mt-2 grid gap-x-8 gap-y-1 text-ink-2 md:grid-cols-2">
          {lessons.map((title) => (
            <li key={title}>{title}</li>
          ))}
          {quizzes.map(({ title, percent }) => (
            <li key={title}>
              {text.test(title)} · <bdi dir="ltr">{percent}%</bdi>
            </li>
          ))}
        </ul>
        {lessons.length > 0 && (
          <p className="mt-2 text-ink-2">
            {watchedPercent === null ? text.wasMarked : text.wasWatched(watchedPercent)}
          </p>
        )}
      </section>
      <div className="flex flex-wrap content-start gap-3">
        <Button look="primary" onClick={() => window.print()}>
          {text.print}
        </Button>
        <Button look="secondary" onClick={() => void share().catch(() => undefined)}>
          {text.share}
        </Button>
        <Button look="secondary" onClick={() => void sharePicture().catch(() => toast.error(text.pictureFailed))}>
          {text.picture}
        </Button>
      </div>
    </div>
  )
}
