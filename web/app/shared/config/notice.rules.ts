import type { PublicNotice } from './site'

/** Whether a notice stands at a moment, in ms since 1970: from its start up to its end. */
export const isNoticeShown = ({ startsAt, endsAt }: PublicNotice, now: number): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)

/** The next moment at which a notice comes or goes; null when nothing is to come. */
export function nextNoticeTurn({ startsAt, endsAt }: PublicNotice, now: number): number | null {
  const turns = [startsAt, endsAt].filter((moment): moment is number => moment !== null && moment > now)
  return turns.length === 0 ? null : Math.min(...turns)
}
