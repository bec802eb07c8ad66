import { useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import type { FormValue, FormValues } from '~/staff/form/versions.rules'
import type { ContentKind } from '~/staff/shared/content-kinds.rules'
import { type ContentVersion, contentHistoryQuery } from './content.calls'
import { contentText as text } from './content.he'
import { toFormValues } from './content.rules'
import { differences } from './content-differences.rules'

type ContentHistoryProps = { kind: ContentKind; id: string; onTakeBack: (values: FormValues) => void }

/** What visitors saw and when, what differed from the version before, and the way back into the draft. */
export function ContentHistory({ kind, id, onTakeBack }: ContentHistoryProps) {
  const { data, isPending, isError, refetch } = useQuery(contentHistoryQuery(kind, id))
  return (
    <section aria-labelledby="versions" className="border-ink border-t pt-4 pb-6">
      <h2 id="versions" className="text-lg">
        {text.history}
      </h2>
      <p className="mt-1 text-ink-2">{text.historyLead}</p>
      {isPending && <Loading />}
      {isError && <Failed text={text.historyFailed} onRetry={() => void refetch()} />}
      <ol className="mt-3">
        {data?.map((version, index) => (
          <Version
            key={version.version}
            kind={kind}
            version={version}
            before={data[index + 1]}
            onTakeBack={() => onTakeBack(toFormValues(kind, version.data))}
          />
        ))}
      </ol>
    </section>
  )
}

type VersionProps = {
  kind: ContentKind
  version: ContentVersion
  before: ContentVersion | undefined
  onTakeBack: () => void
}

function Version({ kind, version, before, onTakeBack }: VersionProps) {
  const changed = before ? differences(kind, before.data, version.data) : []
  return (
    <li className="grid gap-x-4 gap-y-2 border-rule border-t py-3 md:grid-cols-[11rem_1fr_auto]">
      <p>
        <span className="block font-semibold">{version.isShown ? text.shown : text.hidden}</span>
        <span className="block text-ink-2 text-xs">
          <Bidi>{version.by ?? text.server}</Bidi>, {formatShortMoment(version.at)}
        </span>
      </p>
      <div className="min-w-0">
        {before && changed.length === 0 && <p className="text-ink-2">{text.asBefore}</p>}
        <dl className="grid gap-1.5">
          {changed.map(({ name, before: was, after }) => (
            <div key={name}>
              <dt className="font-semibold text-sm">{text.labels[name]}</dt>
              <dd>
                <Change was={shown(name, was)} became={shown(name, after)} />
              </dd>
            </div>
          ))}
        </dl>
        {version.waiver && <p className="mt-1 text-saffron-ink text-sm">{text.waived(version.waiver)}</p>}
      </div>
      <Button look="quiet" size="small" className="justify-self-start" onClick={onTakeBack}>
        {text.takeBack}
      </Button>
    </li>
  )
}

/** Of more than this many letters a change is folded: the versions of a test or an article stay a list. */
const LONG = 600

function Change({ was, became }: { was: string; became: string }) {
  const change = (
    <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      <span className="text-ink-2">{text.was}</span>{' '}
      <del className="bg-red-wash no-underline">
        <Bidi>{was}</Bidi>
      </del>{' '}
      <span className="text-ink-2">{text.became}</span>{' '}
      <ins className="bg-green-wash no-underline">
        <Bidi>{became}</Bidi>
      </ins>
    </p>
  )
  if (was.length + became.length <= LONG) return change
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-ink-2">{text.longChange}</summary>
      {change}
    </details>
  )
}

function shown(name: string, value: FormValue): string {
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return text.words[name]?.[value] ?? (value || text.empty)
}
