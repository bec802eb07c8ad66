import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CategoryIcon } from './category-icon'

const drawing = (slug: string) => renderToStaticMarkup(<CategoryIcon slug={slug} />)

it('[9-34] six slugs have drawings of their own; any other has the open book', () => {
  const slugs = ['finance-basics', 'investments', 'insurance', 'retirement', 'taxes', 'banking']
  const drawings = new Set([...slugs, 'anything'].map(drawing))
  expect(drawings.size).toBe(7)
  expect(drawing('something-else')).toBe(drawing('anything'))
})
