import { sessionListText as text } from '~/session/two-step/security.he'
import { Bidi } from '~/shared/ui/bidi'
import type { Device } from './device.rules'

/** A device in words, each foreign name isolated: `Chrome ב־Windows`. */
export function DeviceName({ device: { browser, system } }: { device: Pick<Device, 'browser' | 'system'> }) {
  if (!browser && !system) return <span>{text.unknown}</span>
  return (
    <span>
      {browser && <Bidi>{browser}</Bidi>}
      {browser && system && ` ${text.on}`}
      {system && <Bidi>{system}</Bidi>}
    </span>
  )
}

/** The same as text alone, for names that screen readers speak. */
export function deviceLabel({ browser, system }: Device): string {
  if (!browser && !system) return text.unknown
  return [browser, system && (browser ? `${text.on}${system}` : system)].filter(Boolean).join(' ')
}
