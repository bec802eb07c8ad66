export type MailContent = {
  title: string
  /** What a list of mails shows beside the subject. */
  preview: string
  lead: string
  button: { text: string; href: string }
  /** May be empty. */
  note: string
  footer: string
  /** A way out that stands below the footer, such as the one of marketing mail. */
  wayOut?: { text: string; href: string }
  siteUrl: string
}

const SERIF = "'Frank Ruhl Libre', David, 'Times New Roman', serif"
const SANS = "Assistant, 'Segoe UI', Arial, sans-serif"

const STYLE = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (max-width: 620px) {
      .page { padding: 16px 12px 32px !important; }
      .card { padding: 32px 22px !important; }
      .button { display: block !important; }
    }
    @media (prefers-color-scheme: dark) {
      .paper { background-color: #121a2b !important; }
      .card { background-color: #1a2438 !important; border-color: #34405a !important; }
      .ink { color: #f3efe6 !important; }
      .ink-2 { color: #c3cad9 !important; }
      .ink-3 { color: #a3adc2 !important; }
      .button-cell { background-color: #4fb896 !important; }
      .button { color: #0c1626 !important; }
    }`

/** Sets a Hebrew mail in the look of the sign-in mails: one card, one button. All values are escaped. */
export function layoutMail(content: MailContent): { html: string; text_body: string } {
  const title = escapeHtml(content.title)
  const href = escapeHtml(content.button.href)
  const note =
    content.note &&
    `<p class="ink-3" style="margin: 26px 0 0; font-size: 15.5px; line-height: 1.6; color: #626a7c;">${escapeHtml(content.note)}</p>`
  const wayOut = content.wayOut
    ? ` <a class="ink-2" href="${escapeHtml(content.wayOut.href)}" style="color: #4a5468;">${escapeHtml(content.wayOut.text)}</a>`
    : ''
  return {
    html: `<!doctype html>
<html lang="he" dir="rtl">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <style>${STYLE}
  </style>
</head>
<body class="paper" style="margin: 0; padding: 0; background-color: #faf7f1;">
  <div style="display: none; max-height: 0; overflow: hidden;">${escapeHtml(content.preview)}</div>
  <table role="presentation" class="paper" dir="rtl" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: #faf7f1;">
    <tr>
      <td class="page" align="center" style="padding: 40px 16px 56px;">
        <table role="presentation" dir="rtl" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 600px;">
          <tr>
            <td class="ink" align="right" style="padding: 0 4px 20px; font-family: ${SERIF}; font-weight: bold; font-size: 22px; line-height: 24px; color: #14213a;">האקדמיה לפיננסים</td>
          </tr>
          <tr>
            <td class="card" align="right" style="padding: 44px 48px 40px; background-color: #fffdf9; border: 1px solid #e4ddd0; border-radius: 14px; font-family: ${SANS}; font-size: 17px; line-height: 1.65; overflow-wrap: anywhere;">
              <h1 class="ink" style="margin: 0 0 14px; font-family: ${SERIF}; font-weight: bold; font-size: 29px; line-height: 1.2; color: #14213a;">${title}</h1>
              <p class="ink-2" style="margin: 0 0 26px; color: #4a5468;">${escapeHtml(content.lead)}</p>
              <table role="presentation" dir="rtl" cellpadding="0" cellspacing="0" border="0">
                <tr>
                  <td class="button-cell" align="center" bgcolor="#0b6b50" style="background-color: #0b6b50; border-radius: 10px;">
                    <a class="button" href="${href}" style="display: inline-block; padding: 13px 30px; font-family: ${SANS}; font-weight: bold; font-size: 17px; line-height: 24px; color: #ffffff; text-decoration: none;">${escapeHtml(content.button.text)}</a>
                  </td>
                </tr>
              </table>
              ${note}
            </td>
          </tr>
          <tr>
            <td align="right" style="padding: 24px 4px 0; font-family: ${SANS};">
              <p class="ink-2" style="margin: 0 0 22px; font-size: 15.5px; line-height: 1.6; color: #4a5468;">${escapeHtml(content.footer)}${wayOut}</p>
              <p class="ink-3" style="margin: 0; font-size: 14px; line-height: 1.6; color: #626a7c;"><a class="ink-3" href="${escapeHtml(content.siteUrl)}" style="color: #626a7c;">האקדמיה לפיננסים</a>: לימודי כלכלה ופיננסים בעברית, בחינם.</p>
            </td>
          </tr>
        </table>
      </td>
    </tr>
  </table>
</body>
</html>
`,
    text_body: [
      content.title,
      content.lead,
      `${content.button.text}:\n${content.button.href}`,
      content.note,
      content.footer,
      ...(content.wayOut ? [`${content.wayOut.text}:\n${content.wayOut.href}`] : []),
    ]
      .filter(Boolean)
      .join('\n\n')
      .concat(`\n\n${content.siteUrl}\n`),
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
