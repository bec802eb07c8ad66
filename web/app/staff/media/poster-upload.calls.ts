import { randomId } from '~/shared/browser/random-id'
import { addMediaFile, setPoster } from './media.calls'
import { mediaText as text } from './media.he'
import { sendResumably } from './resumable-upload.calls'
import { frameOf } from './video-frame'

/** Takes a picture of a film that was uploaded and has it stand where the film has not begun. Without one the film is fine, too. */
export async function uploadPoster(video: string, film: File): Promise<void> {
  const frame = await frameOf(film)
  if (!frame) return
  const id = randomId()
  const picture = new File([frame], `${text.posterName(film.name)}.jpg`, { type: 'image/jpeg' })
  await new Promise<void>((resolve, reject) => {
    const events = { onProgress: () => undefined, onDone: resolve, onFailed: () => reject(new Error('not sent')) }
    sendResumably(picture, id, events).catch(reject)
  })
  await addMediaFile(id, picture.name)
  await setPoster(video, id)
}
