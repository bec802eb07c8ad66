/** What a key asks the player to do. Seconds are relative for `move`, a share of the lesson for `share`. */
export type PlayerCommand =
  | { do: 'toggle' | 'mute' | 'captions' | 'full-screen' | 'leave' | 'picture-in-picture' | 'missed' | 'help' }
  | { do: 'move'; seconds: number }
  | { do: 'volume'; change: number }
  /** The next slower (-1) or faster (1) speed. */
  | { do: 'rate'; step: -1 | 1 }
  | { do: 'share'; share: number }

type Key = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** A shortcut of the page around the player: it acts while the focus is in the player and is explained with the others. */
export type PageShortcut = {
  /** The key by its place on the keyboard, such as `KeyN`, so that it also works with a Hebrew layout. */
  code: string
  /** What is printed on the key. */
  label: string
  action: string
  run: () => void
}

export const JUMP_SECONDS = 10
const STEP_SECONDS = 5
const VOLUME_STEP = 0.1

const COMMANDS: Record<string, PlayerCommand> = {
  Space: { do: 'toggle' },
  KeyK: { do: 'toggle' },
  KeyJ: { do: 'move', seconds: -JUMP_SECONDS },
  KeyL: { do: 'move', seconds: JUMP_SECONDS },
  ArrowLeft: { do: 'move', seconds: -STEP_SECONDS },
  ArrowRight: { do: 'move', seconds: STEP_SECONDS },
  ArrowUp: { do: 'volume', change: VOLUME_STEP },
  ArrowDown: { do: 'volume', change: -VOLUME_STEP },
  KeyM: { do: 'mute' },
  KeyC: { do: 'captions' },
  KeyF: { do: 'full-screen' },
  KeyI: { do: 'picture-in-picture' },
  KeyU: { do: 'missed' },
  Escape: { do: 'leave' },
  Home: { do: 'share', share: 0 },
  End: { do: 'share', share: 1 },
}

const SHIFTED: Record<string, PlayerCommand> = {
  Comma: { do: 'rate', step: -1 },
  Period: { do: 'rate', step: 1 },
}

/**
 * The command of a key press, null when it is not ours. Letters go by their place on the keyboard, so that they also
 * work with a Hebrew layout; the arrows follow the timeline, which runs from left to right.
 */
export function commandOf(key: Key): PlayerCommand | null {
  if (key.ctrlKey || key.metaKey || key.altKey) return null
  if (key.key === '?') return { do: 'help' }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(key.code)?.[1]
  if (digit) return { do: 'share', share: Number(digit) / 10 }
  return (key.shiftKey ? SHIFTED[key.code] : undefined) ?? COMMANDS[key.code] ?? null
}
