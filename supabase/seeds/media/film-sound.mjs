const RATE = 16_000
const LOUDNESS = 0.05
/** Chords of a quiet progression, in steps of a half tone above the lowest note. */
const CHORDS = [
  [0, 7, 16],
  [-3, 4, 12],
  [5, 9, 12],
  [-5, 2, 11],
]

const header = (bytes) => {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return head
}

/**
 * The quiet sound under a film, as a WAV file: a soft chord that swells and fades with each line, and a small bell where
 * a line begins, so that a listener hears the film move on.
 */
export function filmSound({ cues, seconds }) {
  const samples = new Int16Array(seconds * RATE)
  cues.forEach(({ start, end }, index) => {
    const length = (end - start) * RATE
    const tones = CHORDS[index % CHORDS.length].map((step) => (2 * Math.PI * 196 * 2 ** (step / 12)) / RATE)
    const bell = (2 * Math.PI * 784) / RATE
    for (let at = 0; at < length; at += 1) {
      const swell = Math.sin((Math.PI * at) / length) ** 0.7
      const chord = tones.reduce((sum, tone) => sum + Math.sin(tone * at), 0) * swell
      const ring = at < RATE ? Math.sin(bell * at) * Math.exp((-at / RATE) * 7) * Math.min(1, at / 60) : 0
      samples[start * RATE + at] = (chord + ring * 1.6) * LOUDNESS * 32_767
    }
  })
  return Buffer.concat([header(samples.byteLength), Buffer.from(samples.buffer)])
}
