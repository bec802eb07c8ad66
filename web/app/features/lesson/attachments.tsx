import type { Attachment } from '~/domain/lesson'
import { useMediaUrl } from '~/lib/use-media-url'
import { lessonText } from '~/locales/he/lesson'

const KILOBYTE = 1024

/** Files that belong to a lesson, each with its size. */
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
      <a href={address} download className="font-semibold text-green-ink underline underline-offset-4">
        <bdi>{title}</bdi>
      </a>
      <bdi className="text-ink-2 text-sm">{sizeText(bytes)}</bdi>
    </li>
  )
}

const sizeText = (bytes: number) =>
  bytes >= KILOBYTE * KILOBYTE ? `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB` : `${Math.ceil(bytes / KILOBYTE)} KB`
