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
  expect((await videos.waysThatLead('student', videos.open)).length).toBeGreaterThan(4)
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
