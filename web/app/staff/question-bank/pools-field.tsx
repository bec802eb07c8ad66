import { type ComponentType, Suspense, useId } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { Loading } from '~/shared/ui/loading'
import type { FieldParts } from '~/staff/form/versioned-form'
import type { PoolToolsProps } from './pools.rules'

const PoolsEditor = lazyPart(() => import('./pools-editor').then((part) => part.PoolsEditor))

type PoolsFieldProps = {
  parts: FieldParts
  /** The course of the test, whose films explain its questions. */
  course: string
  json: string
  write: (name: string, value: string) => void
  tools: ComponentType<PoolToolsProps>
}

/** The questions of a test in its form. */
export function PoolsField({ parts, course, json, write, tools }: PoolsFieldProps) {
  const id = useId()
  const { label, error, name } = parts
  return (
    <section aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
      <h2 id={id} className="mb-1 text-lg">
        {label}
      </h2>
      {/* Stands for the field where the form leads to it. */}
      <input type="hidden" {...parts} />
      {error && (
        <p id={`${id}-error`} className="mb-2 text-red text-sm">
          {error}
        </p>
      )}
      <Suspense fallback={<Loading />}>
        <PoolsEditor course={course} json={json} onChange={(made) => write(name, made)} tools={tools} />
      </Suspense>
    </section>
  )
}
