import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { type SitePage, sitePagesQuery } from './editor.calls'
import { editorText as text } from './editor.he'

type SitePageListProps = {
  typed: string
  kinds: readonly SitePage['kind'][]
  onChosen: (page: SitePage) => void
}

/** The pages of the site that are called as what was typed; one of them is chosen. */
export function SitePageList({ typed, kinds, onChosen }: SitePageListProps) {
  const wanted = useDeferredValue(typed.trim())
  const { data: pages, isFetching, isError } = useQuery(sitePagesQuery(wanted, kinds))
  const said = isError ? text.pagesFailed : isFetching ? text.pagesLoading : pages?.length === 0 ? text.noPages : ''
  return (
    <div className="mt-3">
      <p role="status" className="min-h-6 text-ink-2 text-sm">
        {said}
      </p>
      {pages && pages.length > 0 && (
        <ul aria-label={text.pages} className="max-h-72 overflow-y-auto border-rule border-t">
          {pages.map((page) => (
            <li key={page.address} className="border-rule border-b">
              <button
                type="button"
                onClick={() => onChosen(page)}
                className="flex min-h-11 w-full items-center gap-3 px-2 text-start hover:bg-green-wash"
              >
                <span className="w-16 shrink-0 text-ink-2 text-sm">{text.pageKinds[page.kind]}</span>
                <bdi>{page.title}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
