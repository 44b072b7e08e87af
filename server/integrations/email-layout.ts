import { escapeHtml } from "#shared/escape-html.ts";

/** The contents of an email, with absolute links. */
interface EmailParts {
  organization: string;
  /** The URL of the logo, next to the name. */
  logo: string | undefined;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  details: readonly { name: string; value: string }[];
  code: string | undefined;
  items: readonly { text: string; url: string | null }[];
  link: { label: string; url: string } | undefined;
  unsubscribe: { sentence: string; url: string } | undefined;
}

/** Email programs show about this many characters next to the subject. */
const previewLength = 140;

/**
 * Formats the same contents as plain text and as HTML in the portal's style. The HTML loads nothing but the
 * logo.
 */
export const formatEmail = (words: EmailParts): { text: string; html: string } => ({
  text: formatText(words),
  html: formatHtml(words),
});

function formatText({
  organization,
  greeting,
  paragraphs,
  details,
  code,
  items,
  link,
  unsubscribe,
}: EmailParts) {
  return [
    greeting,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(details.length === 0 ? [] : [details.map(({ name, value }) => `${name}: ${value}`).join("\n")]),
    ...items.map(({ text, url }) => (url === null ? `- ${text}` : `- ${text}\n  ${url}`)),
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    organization,
    ...(unsubscribe === undefined ? [] : [`${unsubscribe.sentence}\n${unsubscribe.url}`]),
  ].join("\n\n");
}

const font = "font-family:'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

/**
 * Light colors are inline, for email programs that ignore style sheets. Dark ones are in a style sheet, for
 * those that don't.
 */
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .inner { padding: 24px 20px !important; }
  .button a { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #0f141b !important; }
  .sheet { background: #1a212b !important; border-color: #2c3643 !important; }
  .strong { color: #e8edf3 !important; }
  .quiet { color: #a3afbd !important; }
  .line { border-color: #2c3643 !important; }
  .code { background: #0f141b !important; border-color: #2c3643 !important; }
  .link { color: #7cc0ee !important; }
  .button a { background: #7cc0ee !important; border-color: #7cc0ee !important; color: #0b1a26 !important; }
}`;

function formatHtml(words: EmailParts): string {
  const { organization, logo, subject, greeting, paragraphs, details, code, items, link, unsubscribe } =
    words;
  const preview = [...paragraphs, ...items.map(({ text }) => text)].join(" ").slice(0, previewLength);
  const parts = [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    ...(code === undefined ? [] : [codeBox(code)]),
    ...(details.length === 0 ? [] : [detailTable(details)]),
    ...(items.length === 0 ? [] : [itemList(items)]),
    ...(link === undefined ? [] : [button(link)]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styleSheet}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f5f8;${font}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table ${table} class="page" style="background:#f3f5f8">
<tr><td align="center" style="padding:24px 12px">
<table ${table} style="max-width:600px">
<tr><td class="strong" style="padding:0 4px 12px;color:#1b2430;font-size:16px;font-weight:700;line-height:24px;overflow-wrap:anywhere">${logo === undefined ? "" : image(logo)}${escapeHtml(organization)}</td></tr>
<tr><td class="sheet inner" style="padding:32px;background:#ffffff;border:1px solid #dde3ea;border-radius:12px">
${parts.join("\n")}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;color:#5a6675;font-size:13px;line-height:20px">
Sent by the ${escapeHtml(organization)} portal.${unsubscribe === undefined ? "" : ` ${anchor(unsubscribe.url, unsubscribe.sentence, "quiet")}`}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** The image has no text because the name is next to it. */
const image = (url: string): string =>
  `<img src="${escapeHtml(url)}" alt="" height="32" style="height:32px;margin-right:12px;vertical-align:middle">`;

/** Preserves typed line breaks. */
const toHtmlLines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, "<br>");

const paragraph = (text: string): string =>
  `<p class="strong" style="margin:0 0 16px;color:#1b2430;font-size:16px;line-height:25px;overflow-wrap:anywhere">${toHtmlLines(text)}</p>`;

const codeBox = (code: string): string =>
  `<p class="strong code" style="margin:0 0 16px;padding:16px;background:#f3f5f8;border:1px solid #dde3ea;border-radius:8px;color:#1b2430;font-size:28px;font-weight:700;line-height:36px;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`;

const cell =
  "padding:8px 0;border-top:1px solid #dde3ea;font-size:15px;line-height:22px;overflow-wrap:anywhere";

const detailTable = (details: EmailParts["details"]): string =>
  `<table ${table} style="margin:0 0 20px">${details
    .map(
      ({ name, value }) =>
        `<tr><td class="quiet line" valign="top" style="${cell};padding-right:16px;color:#5a6675">${escapeHtml(name)}</td><td class="strong line" valign="top" align="right" style="${cell};color:#1b2430">${escapeHtml(value)}</td></tr>`,
    )
    .join("\n")}</table>`;

const itemList = (items: EmailParts["items"]): string =>
  `<table ${table} style="margin:0 0 20px">${items
    .map(
      ({ text, url }) =>
        `<tr><td class="strong line" style="${cell};padding:12px 0;color:#1b2430">${url === null ? escapeHtml(text) : anchor(url, text, "link")}</td></tr>`,
    )
    .join("\n")}</table>`;

const anchor = (url: string, text: string, kind: "link" | "quiet"): string =>
  `<a class="${kind}" href="${escapeHtml(url)}" style="color:${kind === "link" ? "#0b629a" : "#5a6675"}">${escapeHtml(text)}</a>`;

/** The URL is repeated below the button, for people who can't or don't want to click it. */
const button = ({ label, url }: { label: string; url: string }): string =>
  `<table ${table} style="margin:8px 0 16px"><tr><td class="button"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;background:#0b629a;border:1px solid #0b629a;border-radius:8px;color:#ffffff;font-size:16px;font-weight:700;line-height:22px;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="margin:0;color:#5a6675;font-size:13px;line-height:20px;word-break:break-all">${escapeHtml(url)}</p>`;
