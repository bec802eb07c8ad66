/** As Word for Windows puts it on the clipboard: a heading, a sentence, a numbered list with marks inside, a table. */
export const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1 dir=RTL style='text-align:right'><span lang=HE style='font-family:"Arial",sans-serif'>ריבית דריבית<o:p></o:p></span></h1>
<p class=MsoNormal dir=RTL style='text-align:right;direction:rtl'><b><span lang=HE>הכלל:</span></b><span lang=HE> מי שמתחיל מוקדם <a href="https://www.boi.org.il/" style='color:blue'>מרוויח</a>.<o:p></o:p></span></p>
<p class=MsoNormal dir=RTL><span lang=HE><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraphCxSpFirst dir=RTL style='margin-right:36.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span lang=HE>חוסכים<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpMiddle dir=RTL style='margin-right:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]><span lang=HE>כל חודש<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpLast dir=RTL style='margin-right:36.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]><span lang=HE>מחכים<o:p></o:p></span></p>
<h2 dir=RTL><span lang=HE>דוגמה</span></h2>
<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'><tr style='height:1pt'><td width=120 style='width:90pt'><p class=MsoNormal><span lang=HE>שנה</span></p></td><td><p class=MsoNormal><span lang=HE>סכום</span></p></td></tr></table>
<p class=MsoNormal><img width=200 height=100 src="file:///C:/Users/dana/image001.png" onerror="alert(1)" v:shapes="p1"></p>
<!--EndFragment--></body></html>`

/** As Google Docs puts it there. */
export const GOOGLE = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5c1d2f0a-7fff"><h2 dir="rtl" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">מה זה מדד</span></h2>
<p dir="rtl" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">מדד מחזיק </span><span style="font-size:11pt;font-weight:700;">הרבה מניות</span><span style="font-weight:400;">. </span><a href="https://www.google.com/url?q=https://www.tase.co.il/he/market&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="color:#1155cc;">הבורסה</span></a></p><br />
<ul style="margin-top:0;"><li dir="rtl" style="list-style-type:disc;" aria-level="1"><p dir="rtl" role="presentation"><span style="font-weight:400;">זול</span></p></li><li dir="rtl" aria-level="1"><p dir="rtl"><span style="font-weight:400;">פשוט</span></p></li></ul></b>`

/** A document with what editors leave in it, and what has to stand in the text, in the signs of light text. */
type Case = { from: string; html: string; text: string; notPasted?: Partial<Record<string, unknown>> }

export const CASES: readonly Case[] = [
  {
    from: 'Word: tracked changes, and a colleague who asked',
    html: `<p class=MsoNormal><span>הריבית </span><span class=msoIns><ins cite="mailto:dana" datetime="2026-11-01T10:00">עלתה </ins></span><span class=msoDel><del cite="mailto:dana" datetime="2026-11-01T10:00">ירדה </del></span><a style='mso-comment-reference:ד_1;mso-comment-date:20261101T1000'>בנובמבר</a><span class=MsoCommentReference><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[ד1]</a><span style='mso-special-character:comment'>&nbsp;</span></span>.</p>
<div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>&nbsp;<a class=msocomoff href="#_msoanchor_1">[ד1]</a>בטוח?</p></div></div></div>`,
    text: 'הריבית עלתה בנובמבר.',
    notPasted: { deletions: 1, comments: 1 },
  },
  {
    from: 'Word: a footnote and an endnote',
    html: `<p class=MsoNormal>המדד<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a> עלה<a style='mso-endnote-id:edn1' href="#_edn1" name="_ednref1"><span class=MsoEndnoteReference>[i]</span></a>.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1"><span class=MsoFootnoteReference>[1]</span></a> לפי <a href="https://www.cbs.gov.il/">הלמ"ס</a>, נובמבר.</p></div></div>
<div style='mso-element:endnote-list'><div style='mso-element:endnote' id=edn1><p class=MsoEndnoteText><a href="#_ednref1" name="_edn1">[i]</a> ב־3%.</p></div></div>`,
    text: 'המדד[^לפי הלמ"ס (https://www.cbs.gov.il/), נובמבר.] עלה[^ב־3%.].',
  },
  {
    from: 'Word: lists that change their kind, skip a level, and go on at four',
    html: `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span>ארבע</p>
<p class=MsoListParagraph style='mso-list:l0 level3 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>עיגול</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>§<span>&nbsp;</span></span>אחרת</p>
<p class=MsoNormal style='mso-list:none'>סוף</p>
<p class=MsoListParagraph style='mso-list:l2 level1 lfo3'><span style='mso-list:Ignore'>א.<span>&nbsp;</span></span>אות</p>
<p class=MsoListParagraph style='mso-list:l2 level1 lfo3'><span style='mso-list:Ignore'>(ב)<span>&nbsp;</span></span>אות שנייה</p>`,
    text: '4. ארבע\n  - עיגול\n- אחרת\nסוף\n1. אות\n2. אות שנייה',
  },
  {
    from: 'Word on the web: each item a list of its own',
    html: `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="2"><span class="TextRun" style="font-weight:bold">כותרת</span><span class="EOP">&nbsp;</span></p></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1"><li data-leveltext="·" data-listid="3" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">ראשון</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2"><li data-leveltext="o" data-listid="3" data-aria-level="2" role="listitem"><p class="Paragraph"><span class="TextRun" style="font-style:italic">בפנים</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1"><ol class="NumberListStyle1" start="2"><li data-listid="4" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun">שתיים</span></p></li></ol></div>`,
    text: '## כותרת\n- ראשון\n  - *בפנים*\n2. שתיים',
  },
  {
    from: 'Google Docs: nested lists, italic and bold by style, a comment and a checkbox',
    html: `<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li dir="rtl" aria-level="1"><p><span style="font-weight:700;font-style:italic;">שניהם</span></p></li><ul><li aria-level="2"><p><span style="font-weight:400;font-style:normal;">בפנים</span></p></li></ul></ul><p><span style="font-weight:400;">10</span><span style="vertical-align:super;">2</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> CO<sub>2</sub></p></b><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>האם?</span></p></div>`,
    text: '- ***שניהם***\n  - בפנים\n10² CO₂',
    notPasted: { comments: 1 },
  },
  {
    from: 'Notion: a callout, code, a quote and a picture that lies there',
    html: `<meta charset='utf-8'><h1>ריבית</h1><aside><p>שימו לב</p></aside><ul><li>הצבה: <code>width = 100</code></li></ul><blockquote>ציטוט</blockquote><figure><img src="https://www.notion.so/image/chart.png?id=1" alt=""></figure>`,
    text: '## ריבית\nשימו לב\n- הצבה: `width = 100`\n> ציטוט',
    notPasted: { pictures: ['chart.png'] },
  },
  {
    from: 'Gmail: lines that are divs, an emoji and a pixel that counts',
    html: `<div dir="rtl"><div>שלום <img data-emoji="🙂" alt="🙂" src="https://fonts.gstatic.com/s/e/1.png" width="20" height="20"></div><div><br></div><div>width = 100, class=a id = b</div><img src="https://mail.example/open.gif" width="1" height="1"></div>`,
    text: 'שלום 🙂\nwidth = 100, class=a id = b',
  },
  {
    from: 'WhatsApp on the web: lines that stand by their style',
    html: `<span dir="rtl" style="white-space-collapse: preserve; text-wrap: wrap;">שורה\nעוד שורה</span><img class="emoji" alt="👍🏽" src="blob:https://web.whatsapp.com/1">`,
    text: 'שורה⏎עוד שורה👍🏽',
  },
  {
    from: 'Chrome: a page with a menu of forms, a film and a formula',
    html: `<main><h2>מאמר</h2><p>ראו <a href="#part">למטה</a> את <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.boi.org.il%2Frates&amp;data=05">הריבית</a></p><button>שיתוף</button><iframe src="https://www.youtube.com/embed/x"></iframe><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x = 2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x=2</span></span></main>`,
    text: '## מאמר\nראו למטה את [הריבית](https://www.boi.org.il/rates)\nx = 2',
    notPasted: { videos: 1 },
  },
  {
    from: 'Wikipedia: references at the end',
    html: `<p>הבורסה<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> נוסדה.</p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><a href="#cite_ref-1">↑</a></span> <span class="reference-text">דוח 1953</span></li></ol>`,
    text: 'הבורסה[^דוח 1953] נוסדה.',
  },
  {
    from: 'LibreOffice: a footnote, and fonts as elements',
    html: `<p align="right"><font face="David"><b>כלל</b> אחד<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></font></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>ההערה</p></div>`,
    text: '**כלל** אחד[^ההערה]',
  },
  {
    from: 'Excel: cells, without the sheet around them',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--td {mso-number-format:General;}--></style></head><body><table border=0><!--StartFragment--><col width=64><tr height=20><td class=xl65 x:num="0.04">4%</td><td>(50)</td></tr><!--EndFragment--></table></body></html>`,
    text: '| 4% | (50) |',
  },
  {
    from: 'Google Sheets: a caption above the head',
    html: `<google-sheets-html-origin><style>td{border:1px}</style><table><caption>ריביות</caption><tbody><tr><th><b>שנה</b></th><th>שיעור</th></tr><tr><td>2026</td><td style="font-weight:bold">4%</td></tr></tbody></table>`,
    text: 'ריביות\n| שנה | שיעור |\n| 2026 | **4%** |',
  },
  {
    from: 'PowerPoint: bullets as words',
    html: `<div class=O style='mso-line-spacing:"90 10 0"'><span style='mso-special-format:bullet;font-family:Arial'>•</span><span lang=HE>נקודה</span></div><div class=O><span style='mso-special-format:bullet'>•</span><b>שנייה</b></div>`,
    text: '- נקודה\n- **שנייה**',
  },
  {
    from: 'a mail with its picture inside',
    html: `<p>הגרף: <img alt="הריבית" src="data:image/png;base64,iVBORw0KGgo="></p>`,
    text: 'הגרף:',
  },
  {
    from: 'a footnote that was copied without its note',
    html: `<p>המדד<sup><a href="#fn9" id="fnref9">9</a></sup> עלה</p>`,
    text: 'המדד9 עלה',
  },
  {
    from: 'code in lines',
    html: `<pre><code>a = 1\n  b = 2</code></pre>`,
    text: '`a = 1`⏎`\u00A0\u00A0b = 2`',
  },
]
