import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { stripInvisible } from '~/shared/formats/invisible'
import { ChoiceList } from './choice-list'
import { type SitePage, sitePagesQuery } from './editor.calls'
import { editorText as text } from './editor.he'

type SitePageListProps = {
  typed: string
  kinds: readonly SitePage['kind'][]
  /** Ids of those that are not to be found. */
  except?: readonly string[]
  onChosen: (page: SitePage) => void
}

const NONE: readonly string[] = []

/** The pages of the site that are called as what was typed; one of them is chosen. */
export function SitePageList({ typed, kinds, except = NONE, onChosen }: SitePageListProps) {
  const wanted = useDeferredValue(stripInvisible(typed).trim())
  const { data: found, isFetching, isError } = useQuery(sitePagesQuery(wanted, kinds))
  const pages = found?.filter(({ id }) => !except.includes(id))
  const message = isError ? text.pagesFailed : isFetching ? text.pagesLoading : pages?.length === 0 ? text.noPages : ''
  return (
    <div className="mt-3">
      <p role="status" className="min-h-6 text-ink-2 text-sm">
        {message}
      </p>
      {pages && pages.length > 0 && (
        <ChoiceList
          label={text.pages}
          choices={pages.map((page) => ({
            key: page.address,
            aside: text.pageKinds[page.kind],
            name: page.title,
            choice: page,
          }))}
          onChosen={onChosen}
        />
      )}
    </div>
  )
}
