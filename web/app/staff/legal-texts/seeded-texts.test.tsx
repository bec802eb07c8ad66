import { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { editorKit } from '~/staff/editor/editor-kit'
import { legalDocumentVersions } from '../../../../supabase/seeds/content/legal'

/** Attributes that hold nothing, or what is meant without them. */
const IMPLIED: Record<string, unknown> = { start: 1, type: null, colspan: 1, rowspan: 1, colwidth: null, align: null }

const withoutImplied = (_: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || !('attrs' in value)) return value
  const { attrs, ...rest } = value as { attrs: Record<string, unknown> }
  const explicit = Object.entries(attrs).filter(([name, one]) => !(name in IMPLIED && IMPLIED[name] === one))
  return explicit.length > 0 ? { ...rest, attrs: Object.fromEntries(explicit) } : rest
}
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, one]) => [name, sorted(one)]),
  )
}
const plain = (body: unknown) => sorted(JSON.parse(JSON.stringify(body, withoutImplied)))

it.each(legalDocumentVersions.map(({ id, body }) => [id, body] as const))(
  'the text that the academy comes with goes through the editor as it is: %s',
  (_, body) => {
    const changes: unknown[] = []
    const editor = new Editor({
      extensions: editorKit(''),
      content: JSON.parse(JSON.stringify(body)),
      onUpdate: ({ editor: present }) => changes.push(present.getJSON()),
    })
    expect(plain(editor.getJSON())).toEqual(plain(body))
    expect(changes).toEqual([])
    editor.destroy()
  },
)
