const RATE = 22_050
const SCALE = [0, 2, 4, 7, 9, 12, 14]

/**
 * A sound that tells the time, as a WAV file: a soft tick at every second, and at every tenth second a tone that
 * climbs a scale, so that a listener hears where in the film they are.
 * @param seconds the length of the film
 */
export function timeSound(seconds) {
  const samples = new Int16Array(seconds * RATE)
  const add = (start, length, frequency, loudness, decay) => {
    for (let index = 0; index < length * RATE; index += 1) {
      const at = Math.floor(start * RATE) + index
      if (at >= samples.length) return
      const time = index / RATE
      const attack = Math.min(1, time / 0.004)
      const wave = Math.sin(2 * Math.PI * frequency * time) + 0.3 * Math.sin(4 * Math.PI * frequency * time)
      samples[at] += Math.round(wave * attack * Math.exp(-time * decay) * loudness * 32767)
    }
  }
  for (let second = 0; second < seconds; second += 1) {
    if (second % 10 === 0) add(second, 0.9, 392 * 2 ** (SCALE[second / 10] / 12), 0.22, 5)
    else add(second, 0.05, 1250, 0.07, 90)
  }
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}
