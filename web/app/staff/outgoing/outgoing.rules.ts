import type { KindOf } from '~/shared/config/kinds'

/** What a restored copy holds back. */
export type OutgoingKind = KindOf<'outgoing_holds.kinds'>
export type OutgoingChoice = 'send' | 'drop' | 'pause'

/** By which words a choice goes: mails are sent, moments and deletions carried out. */
export const decisionVerb = (kind: OutgoingKind, choice: OutgoingChoice) =>
  choice === 'send' && (kind === 'schedules' || kind === 'deletions') ? 'carryOut' : choice

/**
 * What may become of a kind, the safe choice first: a copy cannot know which campaigns the original has cancelled since,
 * and a request to delete an account is never dropped.
 */
export function choicesOf(kind: OutgoingKind): OutgoingChoice[] {
  if (kind === 'campaigns') return ['pause', 'drop', 'send']
  return kind === 'deletions' ? ['send'] : ['drop', 'send']
}
