import { useQuery } from '@tanstack/react-query'
import { Bidi } from '~/shared/ui/bidi'
import { type ContentKind, contentPath } from '~/staff/shared/content-kinds.rules'
import { PageLink } from '~/staff/shared/page-link'
import { contentText as text } from './content.he'
import { contentLinksQuery } from './content-choices.calls'

/** The articles that lead to a record; nothing where there is none. */
export function ContentLinks({ kind, id }: { kind: ContentKind; id: string }) {
  const { data: links } = useQuery(contentLinksQuery(kind, id))
  if (!links || links.length === 0) return null
  return (
    <section aria-labelledby="links-here" className="border-ink border-t pt-4">
      <h2 id="links-here" className="text-lg">
        {text.linksHere}
      </h2>
      <p className="mt-1 text-ink-2">{text.linksHereLead}</p>
      <ul className="mt-3">
        {links.map((link) => (
          <li key={link.id} className="flex min-h-[42px] items-center gap-3 border-rule border-t">
            <PageLink to={contentPath(link.kind, link.id)} className="text-link">
              <Bidi>{link.title}</Bidi>
            </PageLink>
            {!link.isShown && <span className="text-ink-2 text-sm">{text.linkInDraft}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
