import { Link } from 'react-router'

type ListLeadProps = { to: string; link: string; lead: string }

/** Above a list that stands beside another page: the way back there, and what the list is. */
export function ListLead({ to, link, lead }: ListLeadProps) {
  return (
    <div className="pb-3">
      <Link to={to} className="text-link inline-flex min-h-11 items-center">
        {link}
      </Link>
      <p className="max-w-[72ch] text-ink-2">{lead}</p>
    </div>
  )
}
