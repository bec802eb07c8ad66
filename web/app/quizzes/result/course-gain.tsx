import { useCourseGain } from './course-gain.calls'
import { resultText as text } from './result.he'

/** What was known before a course beside what is known after it; nothing where it was not measured. */
export function CourseGain({ courseId }: { courseId: string }) {
  const { data } = useCourseGain(courseId)
  if (data?.before == null || data.after == null) return null
  return (
    <section aria-labelledby="gain" className="mt-5 rounded-card border border-rule bg-card px-6 py-5">
      <h2 id="gain" className="text-lg">
        {text.gain}
      </h2>
      <Share name={text.before} percent={data.before} colour="bg-rule-2" />
      <Share name={text.after} percent={data.after} colour="bg-green" />
      {data.gain !== null && <p className="mt-4 font-semibold text-green-ink">{text.gained(data.gain)}</p>}
    </section>
  )
}

function Share({ name, percent, colour }: { name: string; percent: number; colour: string }) {
  return (
    <div className="mt-3">
      <p className="flex justify-between gap-4 text-ink-2">
        {name}
        <bdi dir="ltr" className="font-semibold text-ink">
          {percent}%
        </bdi>
      </p>
      <div aria-hidden="true" className="mt-1 h-2.5 overflow-hidden rounded-full bg-rule/60">
        <span className={`block h-full ${colour}`} style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  )
}
