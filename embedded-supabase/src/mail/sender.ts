import addressparser from 'nodemailer/lib/addressparser'

/**
 * The address of a sender, read as the mail library reads it: `Name <address>`, the name in quotes or not, or the address
 * alone.
 * @returns undefined where there is no address, or more than one
 */
export function senderAddress(from: string): string | undefined {
  const [sender, ...more] = addressparser(from, { flatten: true })
  return sender && more.length === 0 && isPlainAddress(sender.address) ? sender.address : undefined
}

/** Whether an address is one mailbox and can be nothing else in a header or in an SMTP command. */
export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s@<>,;:"()[\]\\\p{C}]+@[^\s@<>,;:"()[\]\\\p{C}]+$/u.test(address)
}
