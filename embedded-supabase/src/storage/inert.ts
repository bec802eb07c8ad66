/** Types that browsers run or apply in the origin they come from; told as text, they are neither. */
const ACTIVE = /^(text\/html|text\/css|application\/xhtml\+xml|\w+\/[\w.-]*(java|ecma|j|live)script[\w.]*)$/
/** What a browser shows by itself without running anything of it; all else is saved and not opened. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|video\/[\w.+-]+|audio\/[\w.+-]+)$/
const PDF = 'application/pdf'
const LOCKED = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'"

/**
 * Headers under which content that anybody may have sent does nothing in a browser, whatever it claims to be (T17):
 * its type is not guessed, it runs nothing, and what is no picture, film, sound or PDF is saved instead of opened.
 */
export function inertHeaders(mimetype: string): Record<string, string> {
  const type = mimetype.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return {
    'content-type': ACTIVE.test(type) ? 'text/plain; charset=utf-8' : mimetype,
    'x-content-type-options': 'nosniff',
    // Browsers show a PDF in a page of their own, which no sandbox lets them make; it runs nothing of ours.
    'content-security-policy': type === PDF ? LOCKED : `${LOCKED}; sandbox`,
    ...(type === PDF || SHOWN.test(type) ? {} : { 'content-disposition': 'attachment;' }),
  }
}
