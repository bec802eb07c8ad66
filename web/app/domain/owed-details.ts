type Details = { firstName: string; lastName: string; consentsGiven: boolean }

/** Whether a student has yet to say a name or to agree to terms and privacy ([5-01], [5-05]); a phone is another matter. */
export function owesDetails({ firstName, lastName, consentsGiven }: Details): boolean {
  return !consentsGiven || firstName.trim() === '' || lastName.trim() === ''
}
