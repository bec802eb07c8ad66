import { accountMeta } from '~/shared/pages/account-meta'
import { LegalTextScreen } from './legal-text-screen'
import { legalTextsText } from './legal-texts.he'

export const meta = accountMeta(legalTextsText.title)

export default function LegalTextPage({ params }: { params: { slug?: string } }) {
  return <LegalTextScreen key={params.slug} slug={params.slug ?? ''} />
}
