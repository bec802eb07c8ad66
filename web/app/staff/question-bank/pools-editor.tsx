import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import type { Pool } from './definitions.rules'
import { PoolSection } from './pool-section'
import { askedCount, type PoolToolsProps, readPools } from './pools.rules'
import { bankText as text } from './question-bank.he'
import { CourseVideosProvider } from './video-moment-field'

type PoolsEditorProps = {
  /** The course of the test, whose films explain its questions. */
  course: string
  /** The pools as the form holds them. */
  json: string
  onChange: (json: string) => void
  /** What can be done with all of them, below the pools. */
  tools: ComponentType<PoolToolsProps>
}

/** The questions of a test in their pools, each with its fields and with what a student sees of it. */
export function PoolsEditor({ course, json, onChange, tools: Tools }: PoolsEditorProps) {
  const [pools, setPools] = useState(() => readPools(json))
  const [open, setOpen] = useState<string>()
  // What the form holds otherwise (a version taken back, a conflict, a save) is shown, before anything else is written.
  const written = useRef(json)
  useLayoutEffect(() => {
    if (json === written.current) return
    written.current = json
    setPools(readPools(json))
  }, [json])
  const present = useRef(pools)
  present.current = pools
  function change(make: (now: readonly Pool[]) => Pool[]) {
    const made = make(present.current)
    present.current = made
    written.current = JSON.stringify(made)
    setPools(made)
    onChange(written.current)
  }
  const asked = askedCount(pools)
  return (
    <CourseVideosProvider course={course}>
      <p className="mb-3 text-ink-2">{asked === 0 ? text.none : plural(asked, text.asked)}</p>
      <div className="grid gap-8">
        {pools.map((_, index) => (
          <PoolSection
            // biome-ignore lint/suspicious/noArrayIndexKey: a pool is its place
            key={index}
            pools={pools}
            index={index}
            open={open}
            onOpen={setOpen}
            change={change}
          />
        ))}
      </div>
      <Button
        look="secondary"
        size="small"
        className="mt-5"
        onClick={() => change((now) => [...now, { topic: '', draw: null, questions: [] }])}
      >
        {text.addPool}
      </Button>
      <Tools pools={pools} change={change} />
    </CourseVideosProvider>
  )
}
