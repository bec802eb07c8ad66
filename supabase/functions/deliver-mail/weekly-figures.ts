import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import { escapeHtml, table } from '../_shared/mail-parts.ts'

/** Null where fewer than ten did it, or none of the group is told. */
type Figures = Partial<Record<keyof typeof NAMES, number | null>>
type Content = { first?: string; last?: string; week?: Figures; before?: Figures }

const NAMES = {
  views: 'צפיות בדפים',
  visitors: 'מבקרים, לפי ימים',
  registrations: 'נרשמו',
  active_students: 'סטודנטים פעילים ביום ממוצע',
  completed_lessons: 'שיעורים שהושלמו',
  completed_courses: 'קורסים שהושלמו',
} as const

const DAY = new Intl.DateTimeFormat('he-IL', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const FEW = 'פחות מעשרה'

/** The figures of a week beside those of the week before, for a member of the staff who asked for them. */
export function weeklyFigures(
  { first = '', last = '', week = {}, before = {} }: Content,
  academy: Academy,
): ComposedMail {
  const rows = (Object.keys(NAMES) as (keyof typeof NAMES)[]).map((name) => ({
    name: NAMES[name],
    value: word(week[name]),
    change: changeWord(week[name], before[name]),
  }))
  const days = `${DAY.format(new Date(first))} עד ${DAY.format(new Date(last))}`
  return layoutMail({
    title: 'השבוע באקדמיה',
    preview: `${days}, לעומת השבוע שלפני`,
    lead: `${days}, לעומת השבוע שלפני. מספרי סטודנטים מעוגלים לחמישיות, ופחות מעשרה לא נמסרים.`,
    body: {
      html: table('dir="rtl" width="100%" style="margin: 0 0 26px;"', rows.map(rowHtml).join('')),
      text: rows.map(({ name, value, change }) => `${name}: ${value} (${change})`).join('\n'),
    },
    button: { text: 'לכל המספרים', href: `${academy.siteUrl}/admin/analytics?from=${first}&to=${last}` },
    note: '',
    footer: 'נשלח כי ביקשתם את הסיכום השבועי בעמוד ניתוח הנתונים.',
    wayOut: { text: 'לכבות את הסיכום השבועי', href: `${academy.siteUrl}/admin/analytics#weekly-mail` },
    academy,
  })
}

const word = (value: number | null | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('he-IL') : FEW

function changeWord(value: number | null | undefined, before: number | null | undefined): string {
  if (typeof value !== 'number' || typeof before !== 'number' || before === 0) return `קודם: ${word(before)}`
  const percent = Math.round((100 * (value - before)) / before)
  if (percent === 0) return 'בלי שינוי'
  return percent > 0 ? `${percent}% יותר` : `${-percent}% פחות`
}

function rowHtml({ name, value, change }: { name: string; value: string; change: string }): string {
  const cell = 'padding: 9px 0; border-top: 1px solid #e4ddd0; line-height: 1.5;'
  return `<tr><td class="ink-2 rule" align="right" style="${cell} color: #4a5468;">${escapeHtml(name)}</td><td class="ink rule" align="right" style="${cell} font-weight: bold; color: #14213a; white-space: nowrap;">${escapeHtml(value)}</td><td class="ink-3 rule" align="left" style="${cell} font-size: 15.5px; color: #626a7c; white-space: nowrap;">${escapeHtml(change)}</td></tr>`
}
