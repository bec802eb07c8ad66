const LONGEST_SIDE = 1280
const AT_SHARE = 0.1
const AT_MOST_S = 5
const GIVEN_UP_MS = 20_000

/** A picture of a film that lies in this browser, a little after its beginning; null where the browser does not play it. */
export async function frameOf(film: File): Promise<Blob | null> {
  const address = URL.createObjectURL(film)
  const video = document.createElement('video')
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = address
    await heard(video, 'loadeddata')
    video.currentTime = Math.min(AT_MOST_S, video.duration * AT_SHARE)
    await heard(video, 'seeked')
    return await drawn(video)
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}

const heard = (video: HTMLVideoElement, name: string) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The film gave no ${name}`)), GIVEN_UP_MS)
    const settle = (done: () => void) => () => {
      clearTimeout(timer)
      done()
    }
    video.addEventListener(name, settle(resolve), { once: true })
    video.addEventListener(
      'error',
      settle(() => reject(video.error)),
      { once: true },
    )
  })

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const share = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(video.videoWidth * share))
  canvas.height = Math.max(1, Math.round(video.videoHeight * share))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
