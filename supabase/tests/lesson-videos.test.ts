import { afterAll, beforeAll, expect, test } from 'vitest'
import { HIDDEN, OPEN, openPrivateBucket, type PrivateBucket } from './support/private-bucket.ts'

let videos: PrivateBucket

beforeAll(async () => {
  videos = await openPrivateBucket({
    id: 'lesson-videos',
    type: 'video/mp4',
    ending: 'mp4',
    naming: (file) => ({ provider: 'file', video_ref: file }),
    finding: (file) => `video_ref=eq.${file}`,
  })
})
afterAll(() => videos?.server.close())

test.each(['anonymous', 'unverified', 'closed', 'analyst', 'marketing'])(
  '[2.1-14] [6-05] no way leads the %s to a video or a content',
  async (actor) => {
    for (const file of [videos.open, ...videos.closed]) expect(await videos.waysThatLead(actor, file)).toEqual([])
  },
)

test('[2.1-14] [6-04] a verified student watches what is published, and nothing else', async () => {
  const ways = await videos.waysThatLead('student', videos.open)
  expect(ways.filter((way) => !way.startsWith('/rest/'))).toEqual(['/functions/v1/sign-lesson-file'])
  const { signedURL } = JSON.parse((await videos.sign('student', videos.open)).text) as { signedURL: string }
  const address = `${videos.server.url}/storage/v1${signedURL}`
  const video = await fetch(address, { headers: { range: 'bytes=0-3' } })
  expect([video.status, await video.text()]).toEqual([206, OPEN.slice(0, 4)])
  for (const file of videos.closed) {
    expect((await videos.sign('student', file)).ok).toBe(false)
    const stolen = await fetch(address.replace(videos.open, file))
    expect([stolen.ok, (await stolen.text()).includes(HIDDEN)]).toEqual([false, false])
    const answers = await Promise.all(videos.waysTo(file).map((way) => videos.ask('student', way)))
    expect(answers.map(({ text }) => text).join('\n')).not.toMatch(
      new RegExp(`${HIDDEN}|"(name|video_ref)":"(draft|early|orphan)`),
    )
  }
})

test('[2.1-14] the link to a draft opens the video that the draft names, for an hour at most, and ends with it', async () => {
  const [draft = ''] = videos.closed
  const ask = (preview: string, path = draft) =>
    videos.ask('anonymous', {
      path: '/functions/v1/sign-lesson-file',
      init: { method: 'POST', body: JSON.stringify({ bucket: 'lesson-videos', path, seconds: 86_400, preview }) },
    })
  const { data: content } = await videos.admin
    .from('lesson_contents')
    .select('lesson_id')
    .eq('video_ref', draft)
    .single()
  const editor = videos.client('super_admin')
  const made = await editor.rpc('make_content_preview', { kind: 'lesson', id: content?.lesson_id, hours: 1 })
  const { token } = made.data as { token: string }
  const answer = await ask(token)
  expect(answer.status).toBe(200)
  const { signedURL } = JSON.parse(answer.text) as { signedURL: string }
  const video = await fetch(`${videos.server.url}/storage/v1${signedURL}`)
  expect(await video.text()).toContain(HIDDEN)
  const { exp, iat } = JSON.parse(atob(new URL(video.url).searchParams.get('token')?.split('.')[1] ?? '')) as Record<
    string,
    number
  >
  expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(3600)
  expect([(await ask(token, videos.closed[1])).status, (await ask('x'.repeat(64))).status]).toEqual([403, 403])
  await editor.rpc('end_content_previews', { kind: 'lesson', id: content?.lesson_id })
  expect((await ask(token)).status).toBe(403)
})
