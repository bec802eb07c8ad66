import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { type SettingChange, settingsHistoryQuery } from './settings.calls'
import { settingsText as text } from './settings.he'
import { type SettingKey, toField } from './settings.rules'

type SettingsHistoryProps = {
  /** Writes an earlier value into its field, where it is looked at and saved like any other. */
  onPutBack: (key: SettingKey, value: string | boolean) => void
}

/** Who changed which setting, with the way back; newest first. */
export function SettingsHistory({ onPutBack }: SettingsHistoryProps) {
  const [before, setBefore] = useState<number | null>(null)
  const { data, isPending, isError, refetch } = useQuery(settingsHistoryQuery(before))
  const last = data?.at(-1)
  return (
    <section aria-labelledby="section-history" className="border-ink border-t pt-4 pb-6">
      <h2 id="section-history" tabIndex={-1} className="scroll-mt-6 text-lg">
        {text.history}
      </h2>
      {isPending && <Loading />}
      {isError && <Failed text={text.historyFailed} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="py-4 text-ink-2">{text.historyEmpty}</p>}
      <ul className="mt-3">
        {data?.map((change) => (
          <Line key={change.id} change={change} onPutBack={onPutBack} />
        ))}
      </ul>
      {last && data && data.length >= 50 && (
        <Button look="secondary" size="small" className="mt-4" onClick={() => setBefore(last.id)}>
          {text.older}
        </Button>
      )}
    </section>
  )
}

function Line({ change, onPutBack }: { change: SettingChange } & SettingsHistoryProps) {
  const { key, before, after, by, at } = change
  const label = text.labels[key]
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-rule border-t py-2 md:grid-cols-[12rem_1fr_auto]">
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-ink-2 text-xs">
          <Bidi>{by ?? text.server}</Bidi>, {formatShortMoment(at)}
        </span>
      </span>
      <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <span className="text-ink-2">{text.from}</span> <Bidi>{shown(before)}</Bidi>{' '}
        <span className="text-ink-2">{text.to}</span> <Bidi>{shown(after)}</Bidi>
      </span>
      <Button
        look="quiet"
        size="small"
        className="justify-self-start"
        aria-label={text.putBackLabel(label)}
        onClick={() => onPutBack(key, before ?? toField(key, null))}
      >
        {text.putBack}
      </Button>
    </li>
  )
}

function shown(value: string | boolean | null): string {
  if (value === null) return text.builtIn
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return value.replaceAll('\n', ', ') || text.empty
}
