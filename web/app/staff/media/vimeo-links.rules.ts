import { stripInvisible } from '~/shared/formats/invisible'

const NUMBER = /^\d{5,20}$/
const LINK =
  /^(?:https?:\/\/)?(?:www\.|player\.)?vimeo\.com\/(?:(?:channels|groups|showcase|album)\/[a-z0-9-]+\/(?:videos?\/)?|manage\/videos\/|video\/)?(\d{5,20})(?:[/?#]\S*)?$/i
/** The code of an unlisted video: behind its number, or as `h` of a player's address. */
const CODE_BEHIND = /\d\/([0-9a-f]{6,40})(?:[/?#]|$)/i
const CODE_ASKED = /[?&]h=([0-9a-f]{6,40})(?:[&#]|$)/i
const ANYWHERE = /(?:https?:\/\/)?(?:www\.|player\.)?vimeo\.com\/[^\s"'<>]+/i

/**
 * The video that a number or a link of Vimeo names, as a lesson keeps it: its number, and behind it the code of an unlisted
 * one (`123456789/abcdef1234`), without which it does not play. Undefined for anything else.
 */
export function vimeoVideo(pasted: string): string | undefined {
  const word = stripInvisible(pasted).trim()
  const number = /^(\d{5,20})(?:\/[0-9a-f]{6,40})?$/i.exec(word)?.[1] ?? LINK.exec(word)?.[1]
  if (!number || NUMBER.test(word)) return number
  const code = (CODE_BEHIND.exec(word) ?? CODE_ASKED.exec(word))?.[1]?.toLowerCase()
  return code ? `${number}/${code}` : number
}

/** The same for what somebody copied at Vimeo, which may be a whole piece of a page; a bare number is none there. */
export function vimeoVideoIn(copied: string): string | undefined {
  const link = ANYWHERE.exec(copied)?.[0]
  return link && vimeoVideo(link.replaceAll('&amp;', '&'))
}

/** Whether two are one video, whoever knows its code. */
export const isSameVideo = (one: string, other: string): boolean => one.split('/')[0] === other.split('/')[0]
