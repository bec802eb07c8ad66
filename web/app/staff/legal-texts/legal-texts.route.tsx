import { accountMeta } from '~/shared/pages/account-meta'
import { LegalListScreen } from './legal-list-screen'
import { legalTextsText } from './legal-texts.he'

export const meta = accountMeta(legalTextsText.title)

export default function LegalTexts() {
  return <LegalListScreen />
}
