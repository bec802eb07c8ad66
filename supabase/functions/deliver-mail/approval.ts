import { entryOf, type KindOf } from '../_shared/kinds.ts'
import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'

const ACTS: Record<KindOf<'approval_requests.action'>, string> = {
  super_admin: 'לתת הרשאה של הנהלה ראשית',
  backup: 'להוריד גיבוי',
  students: 'לייצא יותר מ־500 סטודנטים ביום',
}

/** What a member of the staff wants to do and another has to approve, and how it was answered. */
export function approvalMail(value: (name: string) => string, academy: Academy): ComposedMail {
  const act = entryOf(ACTS, value('act')) ?? 'לבצע פעולה רגישה'
  const isQuestion = value('what') === 'requested'
  const { title, lead, note } = isQuestion
    ? {
        title: 'בקשה ממתינה לאישור שלכם',
        lead: `${value('by')} רוצה ${act}. הסיבה שנכתבה: ${value('reason')}`,
        note: 'הבקשה פתוחה 24 שעות. בלי אישור שלכם או של אחרים מההנהלה הראשית הפעולה לא תבוצע. לא ברור מי ביקש ולמה? בררו בטלפון לפני שמאשרים.',
      }
    : value('what') === 'given'
      ? {
          title: 'הבקשה שלכם אושרה',
          lead: `הבקשה ${act} אושרה. אפשר לבצע את הפעולה פעם אחת, עד 24 שעות מרגע הבקשה.`,
          note: '',
        }
      : { title: 'הבקשה שלכם נדחתה', lead: `הבקשה ${act} נדחתה, והפעולה לא בוצעה.`, note: '' }
  return layoutMail({
    title,
    preview: lead.slice(0, 120),
    lead,
    button: { text: 'לעמוד האישורים', href: `${academy.siteUrl}/admin/approvals` },
    note,
    footer: 'נשלח לצוות האקדמיה, כי פעולות כאלה דורשות שני אנשים.',
    academy,
  })
}
