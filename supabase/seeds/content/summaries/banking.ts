/** A summary for every lesson, under course/lesson. */
export const bankingSummaries: Record<string, string> = {
  'mortgage/principal-and-interest': 'ממה מורכב התשלום הראשון, וממה האחרון.',
  'mortgage/two-schedules': 'שני לוחות סילוקין לאותה הלוואה.',
  'mortgage/tracks': 'קבועה, משתנה, צמודה: מי נושא בסיכון.',
  'mortgage/prime': 'איך החלטה של בנק ישראל מגיעה לתשלום החודשי.',
  'mortgage/early-repayment': 'מתי חוסכים, מה עולה, ומה בודקים.',
  'mortgage/comparing-offers': 'אישור עקרוני, סל אחיד ושלושה מספרים.',
  'bank-account/fees': 'מסלול, פעולה ערוצית ופעולה בדלפק.',
  'bank-account/overdraft': 'ריבית יומית בחשבון פשוט.',
  'bank-account/cards': 'מועד חיוב, תשלומים וקרדיט: שלושה דברים שונים.',
  'bank-account/deposits': 'ריבית שנתית לתקופה של פחות משנה.',
  'credit/total-cost': 'ריבית, עמלת פתיחה וזמן: המספר שמחבר ביניהם.',
  'credit/credit-report': 'מה נאסף עליכם, ואיך בודקים שאין טעות.',
  'credit/guarantees': 'מה בדיוק מבטיחים כשחותמים בשביל אחרים.',
  'credit/negotiation': 'הכנה, הצעה נגדית וסיכום בכתב.',
}
