export type OutgoingKind = 'sign_in' | 'mails' | 'campaigns' | 'schedules' | 'deletions'
export type OutgoingChoice = 'send' | 'drop' | 'pause'

/**
 * What may become of a kind, the safe choice first: a copy cannot know which campaigns the original has cancelled since,
 * and a request to delete an account is never dropped.
 */
export function choicesOf(kind: OutgoingKind): OutgoingChoice[] {
  if (kind === 'campaigns') return ['pause', 'drop', 'send']
  return kind === 'deletions' ? ['send'] : ['drop', 'send']
}
