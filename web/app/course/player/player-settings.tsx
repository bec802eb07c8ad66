import { Suspense, useState } from 'react'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { playerText } from './player.he'
import { PlayerButton } from './player-button'
import type { PlayerSettingsProps } from './settings-popover'

const load = () => import('./settings-popover').then((part) => part.SettingsPopover)
const SettingsPopover = lazyPart(load)
const ahead = () => prefetchPart(load)

/** Speed, captions with their language and size. What opens is loaded by whoever reaches for the button. */
export function PlayerSettings(props: PlayerSettingsProps) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <PlayerButton
      icon="settings"
      label={playerText.settings}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => setWanted(true)}
    />
  )
  return wanted ? (
    <Suspense fallback={button}>
      <SettingsPopover {...props} />
    </Suspense>
  ) : (
    button
  )
}
