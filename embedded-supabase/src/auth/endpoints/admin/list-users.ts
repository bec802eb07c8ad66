import { userJson } from '../../accounts/user-json.ts'
import type { UserRow } from '../../accounts/user-row.ts'
import { invalid } from '../../protocol/errors.ts'
import type { Endpoint } from '../../service.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'

const PER_PAGE = 50
const MAX_PER_PAGE = 1000

/** GET /admin/users?page&per_page&filter, the newest first; without identities and factors, as GoTrue lists. */
export const adminListUsers: Endpoint = async (request) => {
  await requireAdmin(request)
  const { searchParams } = request.url
  const page = positive(searchParams.get('page'), 1)
  const perPage = Math.min(positive(searchParams.get('per_page'), PER_PAGE), MAX_PER_PAGE)
  const filter = `%${(searchParams.get('filter') ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const where = `where u.deleted_at is null and ($1 = '%%' or u.email ilike $1 or u.raw_user_meta_data ->> 'full_name' ilike $1)`
  const { users, total } = await request.service.database.asAuthAdmin(async (tx) => {
    const { rows } = await tx.query<UserRow>(
      `select u.*, '[]'::jsonb as identities, '[]'::jsonb as factors from auth.users u ${where} order by u.created_at desc, u.id limit $2 offset $3`,
      [filter, perPage, (page - 1) * perPage],
    )
    const counted = await tx.query<{ total: number }>(`select count(*)::int as total from auth.users u ${where}`, [
      filter,
    ])
    return { users: rows.map((row) => ({ ...userJson(row), identities: null })), total: counted.rows[0]?.total ?? 0 }
  })
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')]
  const headers = { 'x-total-count': String(total), link: links.join(', ') }
  return Response.json({ users, aud: 'authenticated' }, { headers })
}

function positive(text: string | null, otherwise: number): number {
  if (!text) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw invalid(`Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`)
  }
  return Number(text)
}
