/** Said above every page to browsers that are older than those the academy is built for. */
export const oldBrowser =
  'הדפדפן הזה ישן, והאתר אינו פועל בו כראוי. כדי ללמוד כאן צריך Safari 16.4 (גם ב־iPhone וב־iPad), Chrome או Edge 111, או Firefox 128, ומעלה.'
