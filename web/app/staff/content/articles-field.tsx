import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { Icon } from '~/shared/ui/icon'
import { TextField } from '~/shared/ui/text-field'
import { SitePageList } from '~/staff/editor/site-page-list'
import type { FieldParts } from '~/staff/form/versioned-form'
import { articlesFieldText as text } from './articles-field.he'
import { chosenArticlesQuery } from './content-choices.calls'

const MOST = 3

type ArticlesFieldProps = {
  parts: FieldParts
  hint: string | undefined
  /** Ids of articles, as JSON. */
  json: string
  onWrite: (json: string) => void
}

/** Chooses up to three articles that visitors see, by searching for them; they have an order. */
export function ArticlesField({ parts: { label, name, ref, error }, hint, json, onWrite }: ArticlesFieldProps) {
  const field = useRef<HTMLFieldSetElement>(null)
  const [typed, setTyped] = useState('')
  const [message, setMessage] = useState('')
  const chosen = JSON.parse(json) as string[]
  const { data: known } = useQuery(chosenArticlesQuery(chosen))
  const lines = chosen.map(
    (one) => known?.find((article) => article.id === one) ?? { id: one, title: '', isShown: true },
  )

  function write(next: readonly string[], words: string) {
    onWrite(JSON.stringify(next))
    setMessage(words)
  }
  function add(article: { id: string; title: string }) {
    setTyped('')
    write([...chosen, article.id], text.added(article.title))
    const search = field.current?.querySelector<HTMLElement>('input:not([type="hidden"])')
    if (chosen.length + 1 < MOST) search?.focus()
    else field.current?.focus()
  }
  function remove(place: number, title: string) {
    write(
      chosen.filter((_, at) => at !== place),
      text.removed(title),
    )
    field.current?.focus()
  }
  function putEarlier(place: number, title: string) {
    const next = [...chosen]
    next.splice(place - 1, 0, ...next.splice(place, 1))
    write(next, text.moved(title, place))
  }

  return (
    // The focus comes here from what was removed.
    <fieldset ref={field} tabIndex={-1} className="outline-none">
      <legend className="mb-1 font-semibold">{label}</legend>
      <input type="hidden" name={name} ref={ref} />
      {lines.length > 0 && (
        <ol className="mb-3 border-rule border-t">
          {lines.map(({ id: one, title, isShown }, place) => (
            <li key={one} className="flex min-h-12 flex-wrap items-center gap-x-3 border-rule border-b">
              <span className="min-w-0 grow [overflow-wrap:anywhere]">
                <Bidi>{title || text.unknown}</Bidi>
                {!isShown && <span className="block text-saffron-ink text-sm">{text.hidden}</span>}
              </span>
              {place > 0 && (
                <button
                  type="button"
                  aria-label={text.earlier(title || text.unknown)}
                  onClick={() => putEarlier(place, title || text.unknown)}
                  className="grid min-h-11 min-w-11 place-items-center"
                >
                  <Icon name="chevron-up" className="size-5" />
                </button>
              )}
              <button
                type="button"
                aria-label={text.remove(title || text.unknown)}
                onClick={() => remove(place, title || text.unknown)}
                className="grid min-h-11 min-w-11 place-items-center"
              >
                <Icon name="close" className="size-5" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {chosen.length < MOST ? (
        <>
          <TextField
            label={text.search}
            maxLength={100}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            // Enter would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          {typed.trim() !== '' && (
            <SitePageList typed={typed} kinds={ARTICLES} except={chosen} onChosen={(page) => add(page)} />
          )}
        </>
      ) : (
        <p className="text-ink-2 text-sm">{text.full}</p>
      )}
      <p role="status" className="sr-only">
        {message}
      </p>
      {hint && <p className="mt-1 text-ink-3 text-sm">{hint}</p>}
      {error && <p className="mt-1 text-red text-sm">{error}</p>}
    </fieldset>
  )
}

const ARTICLES = ['article'] as const
