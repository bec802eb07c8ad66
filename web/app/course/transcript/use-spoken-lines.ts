import { useMemo, useSyncExternalStore } from 'react'
import type { LessonContent, TranscriptCue } from '~/course/lesson/lesson.rules'
import { parseCaptions } from '~/course/player/captions.rules'
import { PREFERENCES_CHANGED, readPlayerPreferences } from '~/course/player/player-preferences'

const SPOKEN = 'he'

function subscribe(onChange: () => void): () => void {
  window.addEventListener(PREFERENCES_CHANGED, onChange)
  return () => window.removeEventListener(PREFERENCES_CHANGED, onChange)
}

/** What is said in a lesson, in the language in which the student reads captions; the transcript where there are none in it. */
export function useSpokenLines({ transcript, captions }: Pick<LessonContent, 'transcript' | 'captions'>): {
  lang: string
  cues: readonly TranscriptCue[]
} {
  const liked = useSyncExternalStore(subscribe, () => readPlayerPreferences().captionLanguage)
  const track = captions.find(({ lang }) => lang === liked && lang !== SPOKEN)
  return useMemo(() => {
    const cues = parseCaptions(track?.vtt ?? '').map(({ start, end, lines }) => ({ start, end, text: lines.join(' ') }))
    return track && cues.length > 0 ? { lang: track.lang, cues } : { lang: SPOKEN, cues: transcript }
  }, [track, transcript])
}
