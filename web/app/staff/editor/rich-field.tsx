import { Suspense, useId } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import type { FieldParts } from '~/staff/form/versioned-form'
import { editorText as text } from './editor.he'

const RichEditor = lazyPart(() => import('./rich-editor').then((part) => part.RichEditor))

type RichFieldProps = { parts: FieldParts; value: string; onWrite: (json: string) => void }

/** A text with its form, in the form of a record. */
export function RichField({ parts, value, onWrite }: RichFieldProps) {
  const id = useId()
  const { label, error } = parts
  return (
    <fieldset aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <p id={id} className="mb-1 font-semibold">
        {label}
      </p>
      <input type="hidden" {...parts} />
      <Suspense fallback={<p className="min-h-96 text-ink-2">{text.loading}</p>}>
        <RichEditor label={label} value={value} onChange={onWrite} />
      </Suspense>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-red text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
