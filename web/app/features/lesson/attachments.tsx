import { Icon } from '~/components/ui/icon'
import type { Attachment } from '~/domain/lesson'
import { useMediaUrl } from '~/lib/use-media-url'
import { lessonText } from '~/locales/he/lesson'

const KILOBYTE = 1024

/** Files that belong to a lesson, each with its kind and size. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-xl">{lessonText.attachments}</h2>
      <ul className="divide-y divide-rule border-rule border-y">
        {attachments.map((attachment) => (
          <AttachmentLine key={attachment.url} {...attachment} />
        ))}
      </ul>
    </section>
  )
}

function AttachmentLine({ title, url, bytes }: Attachment) {
  const address = useMediaUrl(url)
  if (!address) return null
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-2">
      <a href={address} download className="text-link inline-flex min-h-11 min-w-0 items-center gap-2">
        <Icon name="download" />
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{title}</bdi>
      </a>
      <bdi dir="ltr" className="shrink-0 text-ink-2 text-sm">
        {[kindText(url), sizeText(bytes)].filter(Boolean).join(' · ')}
      </bdi>
    </li>
  )
}

/** The kind of a file by the end of its address, as people name it: `PDF`. */
const kindText = (url: string) => /\.([a-z\d]{2,5})(?:[?#]|$)/i.exec(url)?.[1]?.toUpperCase()

const sizeText = (bytes: number) =>
  bytes >= KILOBYTE * KILOBYTE ? `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB` : `${Math.ceil(bytes / KILOBYTE)} KB`
