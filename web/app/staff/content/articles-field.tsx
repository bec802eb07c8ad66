import { useQuery } from '@tanstack/react-query'
import type { FieldParts } from '~/staff/form/versioned-form'
import { contentText as text } from './content.he'
import { choicesQuery } from './content-choices.calls'

const MOST = 3

type ArticlesFieldProps = {
  parts: FieldParts
  hint: string | undefined
  /** Ids of articles, as JSON. */
  json: string
  onWrite: (json: string) => void
}

/** Chooses up to three articles, in their order; one that is let go makes room for the next. */
export function ArticlesField({ parts: { label, name, ref, error }, hint, json, onWrite }: ArticlesFieldProps) {
  const { data: articles } = useQuery(choicesQuery('article'))
  const chosen = JSON.parse(json) as string[]
  const shown = chosen.length < MOST ? [...chosen, ''] : chosen
  const choose = (place: number, id: string) => {
    const next = shown.map((one, at) => (at === place ? id : one)).filter(Boolean)
    onWrite(JSON.stringify([...new Set(next)]))
  }
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
      <input type="hidden" name={name} ref={ref} />
      <div className="grid gap-2">
        {shown.map((id, place) => (
          <select
            // What is chosen is known before its name is.
            key={`${id || 'next'} ${articles ? 'ready' : 'loading'}`}
            aria-label={text.related(place + 1)}
            value={id}
            onChange={({ target }) => choose(place, target.value)}
            className="block min-h-12 w-full rounded-control border border-field bg-card px-3"
          >
            <option value="">{text.none}</option>
            {articles
              ?.filter((article) => article.id === id || !chosen.includes(article.id))
              .map((article) => (
                <option key={article.id} value={article.id}>
                  {article.name}
                </option>
              ))}
          </select>
        ))}
      </div>
      {hint && <p className="mt-1 text-ink-3 text-sm">{hint}</p>}
      {error && <p className="mt-1 text-red text-sm">{error}</p>}
    </fieldset>
  )
}
