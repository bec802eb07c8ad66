import { addressBelow } from '../_shared/address-below.ts'
import { Refused } from '../_shared/http.ts'

type FolderVideo = { id: string; title: string; duration_seconds: number }

const API_URL = 'https://api.vimeo.com'
const PAGE = 100
const MOST_PAGES = 5
const MAX_BYTES = 2 * 1024 * 1024
const GIVEN_UP_MS = 10_000
const LONGEST_TITLE = 120

/**
 * The videos of a folder as Vimeo's interface 3.4 lists them, the oldest first, five hundred at most.
 * @param folder its number; the token is sent for nothing else
 * @throws Refused in words of its own for whatever Vimeo answers but a list
 */
export async function readFolder(folder: string, token: string, apiUrl = API_URL): Promise<FolderVideo[]> {
  const list = /^\d{1,20}$/.test(folder) && addressBelow(apiUrl, ['me', 'projects', folder, 'videos'])
  if (!list) throw noSuchFolder()
  const videos: FolderVideo[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const asked = new URL(list)
    asked.search = String(
      new URLSearchParams({
        page: String(page),
        per_page: String(PAGE),
        fields: 'uri,name,duration',
        sort: 'date',
        direction: 'asc',
      }),
    )
    const { data, next } = await readPage(asked, token)
    videos.push(...data)
    if (!next) break
  }
  return videos
}

async function readPage(address: URL, token: string) {
  const answer = await ask(address, token)
  if (answer.status === 401 || answer.status === 403) throw new Refused(502, 'VIMEO_REFUSED', 'Vimeo refused the token')
  if (answer.status === 404) throw noSuchFolder()
  if (answer.status === 429) throw new Refused(503, 'VIMEO_BUSY', 'Vimeo wants to be asked later')
  if (!answer.ok) throw away()
  try {
    const { data, paging } = JSON.parse(answer.text) as { data: Record<string, unknown>[]; paging?: { next?: unknown } }
    return { data: data.flatMap(toVideo), next: typeof paging?.next === 'string' }
  } catch {
    throw away()
  }
}

async function ask(address: URL, token: string) {
  try {
    const { status, ok, body } = await fetch(address, {
      headers: { authorization: `bearer ${token}`, accept: 'application/vnd.vimeo.*+json;version=3.4' },
      // The token goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(GIVEN_UP_MS),
    })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > MAX_BYTES) throw away()
    }
    return { status, ok, text }
  } catch {
    throw away()
  }
}

const noSuchFolder = () => new Refused(409, 'VIMEO_NO_SUCH_FOLDER', 'Vimeo has no such folder')
const away = () => new Refused(502, 'VIMEO_AWAY', 'Vimeo did not answer')

function toVideo({ uri, name, duration }: Record<string, unknown>): FolderVideo[] {
  // Behind a colon stands the code of an unlisted video, without which it does not play.
  const [, number, code] = /^\/videos\/(\d{1,20})(?::([0-9a-z]{6,40}))?(?![\w])/i.exec(String(uri)) ?? []
  const seconds = Number.isInteger(duration) ? Number(duration) : 0
  return number
    ? [
        {
          id: code ? `${number}/${code.toLowerCase()}` : number,
          title: String(name ?? '').slice(0, LONGEST_TITLE),
          duration_seconds: Math.min(Math.max(seconds, 0), 86_400),
        },
      ]
    : []
}
