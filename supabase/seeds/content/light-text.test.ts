import { expect, test } from 'vitest'
import { articles } from './articles.ts'
import { legalDocumentVersions } from './legal.ts'
import { lightText } from './light-text.ts'
import { richText } from './rich-text.ts'

test.each([...articles, ...legalDocumentVersions])(
  '$id: the light text of a document gives the document again',
  ({ body }) => {
    expect(richText(lightText(body))).toEqual(body)
  },
)
