import { readPreference, savePreference } from '~/shared/storage/preferences'

export const CAPTION_SIZES = ['small', 'normal', 'large', 'largest'] as const
export type CaptionSize = (typeof CAPTION_SIZES)[number]

/** How the person likes to watch, a habit. `captionLanguage` '' is the first that the lesson has. */
export type PlayerPreferences = {
  rate: number
  captions: boolean
  captionLanguage: string
  captionSize: CaptionSize
  volume: number
  muted: boolean
}

/** An event of the window when some of them are remembered. */
export const PREFERENCES_CHANGED = 'lesson-player'
const VIMEO_KEY = 'lesson-player-vimeo'
const DEFAULTS: PlayerPreferences = {
  rate: 1,
  captions: true,
  captionLanguage: '',
  captionSize: 'normal',
  volume: 1,
  muted: false,
}
export const RATES: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** Reads what is remembered; anything strange counts as not remembered. */
export function readPlayerPreferences(): PlayerPreferences {
  const stored = readPreference('lesson-player') ?? {}
  return {
    rate: RATES.find((rate) => rate === stored.rate) ?? DEFAULTS.rate,
    captions: typeof stored.captions === 'boolean' ? stored.captions : DEFAULTS.captions,
    captionLanguage: typeof stored.captionLanguage === 'string' ? stored.captionLanguage : DEFAULTS.captionLanguage,
    captionSize: CAPTION_SIZES.find((size) => size === stored.captionSize) ?? DEFAULTS.captionSize,
    volume: typeof stored.volume === 'number' ? Math.min(1, Math.max(0, stored.volume)) : DEFAULTS.volume,
    muted: typeof stored.muted === 'boolean' ? stored.muted : DEFAULTS.muted,
  }
}

/** Remembers some of the preferences beside the others. */
export function rememberPreferences(changed: Partial<PlayerPreferences>): void {
  savePreference('lesson-player', { ...readPlayerPreferences(), ...changed })
  window.dispatchEvent(new Event(PREFERENCES_CHANGED))
}

/** Whether keys of the player act on the whole page; a person may keep them to the player (WCAG 2.1.4). */
export const hasPageWidePlayerKeys = (): boolean => readPreference('lesson-keys') ?? true

export const setPageWidePlayerKeys = (everywhere: boolean): void => savePreference('lesson-keys', everywhere)

/** Whether the person agreed, in this visit, to load videos from Vimeo. */
export function allowsVimeo(): boolean {
  try {
    return sessionStorage.getItem(VIMEO_KEY) === 'yes'
  } catch {
    return false
  }
}

export function rememberVimeo(): void {
  try {
    sessionStorage.setItem(VIMEO_KEY, 'yes')
  } catch {
    // A browser that keeps nothing still plays.
  }
}
