import { Link } from 'react-router'
import { registerText } from '~/session/sign-in/sign-in.he'
import { paths } from '~/shared/config/paths'

/** What is agreed to with one box: terms and privacy, each a link. */
export function TermsLabel() {
  return (
    <>
      {registerText.termsBefore} <LegalLink to={paths.terms}>{registerText.terms}</LegalLink> {registerText.and}{' '}
      <LegalLink to={paths.privacy}>{registerText.privacy}</LegalLink>
    </>
  )
}

/** Opens apart, so that nothing typed is lost. */
function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" rel="noreferrer" className="font-semibold text-green underline underline-offset-4">
      {children}
      <span className="sr-only"> {registerText.newTab}</span>
    </Link>
  )
}
