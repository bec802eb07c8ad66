import { readHead, readMail } from '../inbound-mail/read-mail.ts'
import { readFileType } from '../media/read-file.ts'
import { readVideoIndex } from '../media/read-mp4.ts'
import type { KIND_OF } from './kinds.ts'

/** What workers do with bytes of strangers. A worker loads what it needs: that of mails never loads the native library of pictures. */
export const JOBS = {
  readMail,
  readHead,
  readFileType: async (bytes: Buffer) => readFileType(bytes),
  readVideoIndex: async (index: Buffer) => readVideoIndex(index),
  makePictures: async (original: Buffer) => (await import('../media/make-pictures.ts')).makePictures(original),
  reencodePicture: async (original: Buffer) => (await import('../media/make-pictures.ts')).reencodePicture(original),
} satisfies Record<keyof typeof KIND_OF, (...values: never[]) => Promise<unknown>>

export type Jobs = typeof JOBS
