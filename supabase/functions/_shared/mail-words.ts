import type { Run } from './mail-parts.ts'

// Named by parts, because the styles write the hours before ten with one digit.
const MOMENT = new Intl.DateTimeFormat('he-IL', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Jerusalem',
})

/** Day and time on the clock in Israel, e.g. `5 במרץ 2026 בשעה 09:05`. */
export const formatMoment = (at: Date): string => MOMENT.format(at)

type Device = { browser?: string | null; system?: string | null }

/** The end of a sentence about where a request came from: ` מהמכשיר Chrome ב־Windows`. */
export function fromDevice(device: Device): Run[] {
  return device.browser || device.system ? [' מהמכשיר ', ...deviceRuns(device)] : [' ממכשיר לא מזוהה']
}

/** A device in words, each foreign name apart: `Chrome ב־Windows`. */
export function deviceRuns({ browser, system }: Device): Run[] {
  const names = [browser, system].filter((name): name is string => Boolean(name))
  if (names.length === 0) return ['מכשיר לא מזוהה']
  return names.flatMap((name, at): Run[] => (at > 0 ? [' ב־', { ltr: name }] : [{ ltr: name }]))
}
