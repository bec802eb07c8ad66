import { useEffect, useMemo, useState } from 'react'
import { captionLinesAt, nextCaptionChange, parseCaptions } from './captions.rules'
import type { CaptionTrack, PlayerAdapter } from './player-adapter'
import type { PlayerPreferences } from './player-preferences'
import type { PlayerState } from './use-player-state'

/** A caption file of the lesson, as WebVTT text. */
export type Caption = CaptionTrack & { vtt: string }

export type Captions = {
  tracks: readonly CaptionTrack[]
  /** The language that is shown, or would be. */
  language: string | undefined
  visible: boolean
  lines: readonly string[]
}

const NO_LINES: readonly string[] = []

/**
 * What is to be read now, in the language that the person likes if there is one: the lesson's own captions whoever
 * shows the video, else those that the host has.
 */
export function useCaptions(
  player: PlayerAdapter | null,
  state: PlayerState,
  own: readonly Caption[],
  liked: Pick<PlayerPreferences, 'captions' | 'captionLanguage'>,
): Captions {
  const tracks = own.length > 0 ? own : state.captionTracks
  const chosen = tracks.find(({ lang }) => lang === liked.captionLanguage) ?? tracks[0]
  const visible = liked.captions && chosen !== undefined
  const vtt = own.find(({ lang }) => lang === chosen?.lang)?.vtt
  const ownLines = useOwnLines(visible ? player : null, vtt)
  const hostLanguage = own.length === 0 && visible ? chosen?.lang : undefined
  useEffect(() => {
    if (!hostLanguage) return
    player?.chooseCaptions(hostLanguage)
    return () => player?.chooseCaptions(null)
  }, [player, hostLanguage])
  const lines = hostLanguage ? state.captionLines : ownLines
  return { tracks, language: chosen?.lang, visible, lines: visible ? lines : NO_LINES }
}

/** Lines of a caption file at the player's second, renewed when the next one begins and not only when time is told. */
function useOwnLines(player: PlayerAdapter | null, vtt: string | undefined): readonly string[] {
  const cues = useMemo(() => parseCaptions(vtt ?? ''), [vtt])
  const [lines, setLines] = useState(NO_LINES)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => {
      clearTimeout(timer)
      if (!player) return setLines(NO_LINES)
      const now = captionLinesAt(cues, player.position)
      setLines((shown) => (now.join('\n') === shown.join('\n') ? shown : now))
      const wait = (nextCaptionChange(cues, player.position) - player.position) / player.rate
      if (!player.paused && wait < 1) timer = setTimeout(renew, wait * 1000 + 10)
    }
    renew()
    const offs = (['timeupdate', 'seeking', 'seeked', 'play', 'ready'] as const).map((event) =>
      player?.on(event, renew),
    )
    return () => {
      clearTimeout(timer)
      for (const off of offs) off?.()
    }
  }, [player, cues])
  return lines
}
