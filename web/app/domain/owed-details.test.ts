import { expect, it } from 'vitest'
import { owesDetails } from './owed-details'

it.each([
  [{ firstName: 'דנה', lastName: 'לוי', consentsGiven: true }, false],
  [{ firstName: 'דנה', lastName: 'לוי', consentsGiven: false }, true],
  [{ firstName: ' ', lastName: 'לוי', consentsGiven: true }, true],
  [{ firstName: 'דנה', lastName: '', consentsGiven: true }, true],
])('[5-01] [5-05] %j owes details: %s', (details, owes) => expect(owesDetails(details)).toBe(owes))
