/** What a worker of one kind may use; a worker does jobs of its kind alone. */
export type Kind = {
  name: 'mail' | 'picture' | 'file'
  /** Processor time of one job, in seconds: how long it takes depends on the machine, what it costs does not. */
  seconds: number
  /** Of the objects of JavaScript. */
  heapMb: number
  /** Of the whole process beside the code itself. */
  memoryMb: number
  /** Native code that it may load. */
  hasAddons: boolean
}

const MAIL: Kind = { name: 'mail', seconds: 10, heapMb: 128, memoryMb: 384, hasAddons: false }
const PICTURE: Kind = { name: 'picture', seconds: 60, heapMb: 64, memoryMb: 1024, hasAddons: true }
const FILE: Kind = { name: 'file', seconds: 20, heapMb: 128, memoryMb: 384, hasAddons: false }

/** The jobs that workers do, each a function of `jobs.ts`, with the kind of worker that does it. */
export const KIND_OF = {
  readMail: MAIL,
  readHead: MAIL,
  makePictures: PICTURE,
  reencodePicture: PICTURE,
  readFileType: FILE,
  readVideoIndex: FILE,
} as const satisfies Record<string, Kind>
