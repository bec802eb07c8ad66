import type { WatchedRanges } from '~/course/progress/watched-ranges.rules'
import type { PlayerCommand } from './keyboard'
import { missedParts, nextMissed } from './missed-parts.rules'
import type { PlayerAdapter } from './player-adapter'
import type { PlayerPreferences } from './player-preferences'
import type { FullScreen } from './use-full-screen'
import type { PlayerState } from './use-player-state'
import { nextRate } from './use-preferences'

type Commanded = {
  player: PlayerAdapter | null
  state: PlayerState
  /** Seconds. */
  duration: number
  watched: WatchedRanges
  preferences: PlayerPreferences
  prefer: (changed: Partial<PlayerPreferences>) => void
  fullScreen: FullScreen
  openHelp: () => void
}

/** What can be asked of the player, by buttons and by keys; `run` does what a key asked for. */
export function usePlayerCommands(commanded: Commanded) {
  const { player, state, duration, watched, preferences, prefer, fullScreen, openHelp } = commanded
  const togglePlay = () => (state.paused ? player?.play() : player?.pause())
  const move = (seconds: number) => player?.seek(Math.max(0, (player.position ?? 0) + seconds))
  const setVolume = (volume: number) =>
    prefer({ volume: Math.min(1, Math.max(0, Math.round(volume * 100) / 100)), muted: false })
  const jumpToMissed = () => {
    const to = nextMissed(missedParts(watched), state.position)
    if (to === null) return
    player?.seek(to)
    player?.play()
  }
  const run = (command: PlayerCommand) => {
    if (command.do === 'toggle') togglePlay()
    else if (command.do === 'move') move(command.seconds)
    else if (command.do === 'share') player?.seek(duration * command.share)
    else if (command.do === 'volume') setVolume(state.volume + command.change)
    else if (command.do === 'rate') prefer({ rate: nextRate(preferences.rate, command.step) })
    else if (command.do === 'mute') prefer({ muted: !state.muted })
    else if (command.do === 'captions') prefer({ captions: !preferences.captions })
    else if (command.do === 'missed') jumpToMissed()
    else if (command.do === 'full-screen') fullScreen.toggle()
    else if (command.do === 'leave') fullScreen.leave()
    else if (command.do === 'picture-in-picture') player?.togglePictureInPicture?.()
    else openHelp()
  }
  return { togglePlay, move, setVolume, jumpToMissed, run }
}
