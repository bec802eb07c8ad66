/** A clock such as 4:12 or 1:04:12 as seconds; null for anything else. */
export function secondOfClock(clock: string): number | null {
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]?\d)$/.exec(clock.trim())
  if (!parts) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** An answer without the line that greets whoever asked, as a first text for everyone. */
export const withoutGreeting = (body: string): string =>
  body.replace(/^(שלום|היי|הי|בוקר טוב|ערב טוב)[^\n]{0,40}[,!]\s*/, '')
