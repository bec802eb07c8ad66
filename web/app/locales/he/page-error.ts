/** Pages that could not be shown. */
export const pageErrorText = {
  notFound: {
    code: '404',
    title: 'העמוד הזה לא נמצא',
    body: 'ייתכן שהכתובת השתנתה, או שנפלה בה טעות. מכאן אפשר להמשיך לקורסים או לדף הבית.',
  },
  failed: {
    code: '500',
    title: 'משהו השתבש אצלנו',
    body: 'העמוד לא נטען. אפשר לנסות שוב בעוד רגע; מה ששמרתם באקדמיה נשאר שמור.',
  },
} as const
