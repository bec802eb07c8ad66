import { Link } from 'react-router'
import { signOut } from '~/session/student/sign-out.calls'
import { paths } from '~/shared/config/paths'
import { Button, buttonClass } from '~/shared/ui/button'
import { phoneGateText as gateText } from './phone-gate.he'

const STILL_OPEN = [
  { to: paths.terms, text: gateText.terms },
  { to: paths.privacy, text: gateText.privacy },
  { to: paths.accessibility, text: gateText.accessibility },
  { to: paths.contact, text: gateText.contact },
]

/** The full-screen card that asks for a phone number and says why [2.11-08]; `owesMore` for who owes other details too. */
export function PhoneGateCard({ owesMore }: { owesMore: boolean }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-paper px-4 py-12">
      <section className="w-full max-w-[560px] rounded-card border border-rule-2 bg-card p-6 md:p-10">
        <h1 className="text-3xl">{owesMore ? gateText.detailsTitle : gateText.phoneTitle}</h1>
        <p className="mt-4 text-ink-2">{owesMore ? gateText.detailsLead : gateText.phoneLead}</p>
        <h2 className="mt-8 border-b border-ink pb-2 text-lg">{gateText.phoneReasonsTitle}</h2>
        <ul>
          {gateText.phoneReasons.map(({ name, text }) => (
            <li key={name} className="grid gap-x-4 border-b border-rule py-3 sm:grid-cols-[7rem_1fr]">
              <span className="font-semibold">{name}</span>
              <span className="text-ink-2">{text}</span>
            </li>
          ))}
        </ul>
        <div className="mt-8 grid gap-3">
          <Link to={paths.profile} className={buttonClass('learn')}>
            {owesMore ? gateText.detailsButton : gateText.phoneButton}
          </Link>
          <Button look="quiet" onClick={() => void signOut()}>
            {gateText.signOut}
          </Button>
        </div>
        <nav aria-label={gateText.openPages} className="mt-6 flex flex-wrap gap-x-5 border-t border-rule pt-4 text-sm">
          {STILL_OPEN.map(({ to, text }) => (
            <Link key={to} to={to} className="py-1 text-ink-2 underline underline-offset-4 hover:text-ink">
              {text}
            </Link>
          ))}
        </nav>
      </section>
    </main>
  )
}
