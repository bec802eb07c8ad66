import { hintsIn, mistakesIn } from '../doctor/checks.ts'
import { gatherFacts } from '../doctor/gather.ts'

/**
 * Names what should be mended before the academy is opened to the public; `--json` for programs.
 * @returns whether no mistake was found; hints do not count
 */
export async function doctor(
  environment: Record<string, string | undefined>,
  args: string[],
  say: (line: string) => void,
): Promise<boolean> {
  const facts = await gatherFacts(environment)
  const [mistakes, hints] = [mistakesIn(facts), hintsIn(facts)]
  if (args.includes('--json')) {
    say(JSON.stringify({ mistakes, hints, databaseSeen: typeof facts.database === 'object' }, null, 2))
    return mistakes.length === 0
  }
  for (const { code, what, mend, isHint } of [...mistakes, ...hints]) {
    say(`${code}${isHint ? ' (a hint)' : ''}\n  ${what}\n  ${mend}\n`)
  }
  if (facts.database === undefined)
    say('No database was looked at: the academy has not been started here, or SUPABASE_SECRET_KEY opens none.')
  say(mistakes.length > 0 ? `${mistakes.length} things to mend before opening` : 'nothing to mend was found')
  return mistakes.length === 0
}
