import { escapeHtml } from "#shared/escape-html.ts";
import { paperColors } from "../paper-colors.ts";

/** The contents of an email, with absolute links. */
interface EmailParts {
  organization: string;
  /** The URL of the logo, next to the name. */
  logo: string;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  details: readonly { name: string; value: string; isTotal?: boolean }[];
  code: string | undefined;
  items: readonly { text: string; url: string | null }[];
  link: { label: string; url: string } | undefined;
  unsubscribe: { sentence: string; url: string } | undefined;
}

/** Email programs show about this many characters next to the subject. */
const previewLength = 140;

/**
 * Formats an email as plain text and as HTML in the portal's style. The HTML loads nothing but the logo.
 */
export const formatEmail = (email: EmailParts): { text: string; html: string } => ({
  text: formatText(email),
  html: formatHtml(email),
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

const { light, dark } = paperColors;
const font = "font-family:Inter,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

/**
 * Light colors are inline because some email programs ignore style sheets. Dark colors need the style sheet.
 */
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .head { padding: 20px 20px 16px !important; }
  .inner { padding: 8px 20px 24px !important; }
  .button a { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.canvas} !important; }
  .sheet { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .strong { color: ${dark.ink} !important; }
  .quiet { color: ${dark.inkSoft} !important; }
  .line { border-color: ${dark.line} !important; }
  .rule { border-color: ${dark.ink} !important; }
  .code { background: ${dark.canvas} !important; border-color: ${dark.line2} !important; }
  .link { color: ${dark.accentText} !important; }
  .button a { background: ${dark.accent} !important; border-color: ${dark.accent} !important; color: ${dark.accentInk} !important; }
}`;

function formatHtml(email: EmailParts): string {
  const { organization, logo, subject, greeting, paragraphs, details, code, items, link, unsubscribe } =
    email;
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
<body class="page" style="margin:0;padding:0;background:${light.canvas};${font}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table ${table} class="page" style="background:${light.canvas}">
<tr><td align="center" style="padding:24px 12px">
<table ${table} style="max-width:600px">
<tr><td class="sheet" style="background:${light.surface};border:1px solid ${light.line};border-radius:6px">
<table ${table}>
<tr><td class="head" style="padding:24px 32px 16px"><table ${table} class="rule" style="border-bottom:2px solid ${light.ink}"><tr><td width="42" style="padding:0 0 16px">${image(logo)}</td><td class="strong" style="padding:0 0 16px;color:${light.ink};font-size:15px;font-weight:600;line-height:20px;overflow-wrap:anywhere">${escapeHtml(organization)}</td></tr></table></td></tr>
<tr><td class="inner" style="padding:8px 32px 32px">
${parts.join("\n")}
</td></tr>
</table>
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;color:${light.inkSoft};font-size:13px;line-height:18px">
Sent by ${escapeHtml(organization)}.${unsubscribe === undefined ? "" : ` ${anchor(unsubscribe.url, unsubscribe.sentence, "quiet")}`}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/**
 * The image needs no alternative text because the name is next to it. Its background stays light in dark mode
 * because most logos are designed for paper.
 */
const image = (url: string): string =>
  `<img src="${escapeHtml(url)}" alt="" height="32" style="display:block;height:32px;max-width:128px;margin-right:10px;background:#ffffff;border-radius:8px">`;

/** Preserves typed line breaks. */
const toHtmlLines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, "<br>");

const paragraph = (text: string): string =>
  `<p class="strong" style="margin:0 0 16px;color:${light.ink};font-size:15px;line-height:24px;overflow-wrap:anywhere">${toHtmlLines(text)}</p>`;

const codeBox = (code: string): string =>
  `<p class="strong code" style="margin:0 0 16px;padding:16px;background:${light.canvas};border:1px solid ${light.line2};border-radius:8px;color:${light.ink};font-size:26px;font-weight:600;line-height:34px;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`;

const cell = "font-size:14px;line-height:20px;overflow-wrap:anywhere";
const hairline = `border-top:1px solid ${light.line}`;
const rule = `border-top:2px solid ${light.ink}`;

const detailTable = (details: EmailParts["details"]): string =>
  `<table ${table} style="margin:0 0 20px">${details
    .map(({ name, value, isTotal = false }) => {
      const above = `padding:9px 0;${isTotal ? `${rule};font-weight:600` : hairline};${cell}`;
      const [line, nameInk] = isTotal ? ["rule", "strong"] : ["line", "quiet"];
      return `<tr><td class="${nameInk} ${line}" valign="top" style="${above};padding-right:16px;color:${isTotal ? light.ink : light.inkSoft}">${escapeHtml(name)}</td><td class="strong ${line}" valign="top" align="right" style="${above};color:${light.ink};font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`;
    })
    .join("\n")}</table>`;

const itemList = (items: EmailParts["items"]): string =>
  `<table ${table} style="margin:0 0 20px">${items
    .map(
      ({ text, url }) =>
        `<tr><td class="strong line" style="padding:12px 0;${hairline};${cell};color:${light.ink}">${url === null ? escapeHtml(text) : anchor(url, text, "link")}</td></tr>`,
    )
    .join("\n")}</table>`;

const anchor = (url: string, text: string, kind: "link" | "quiet"): string =>
  `<a class="${kind}" href="${escapeHtml(url)}" style="color:${kind === "link" ? light.accentText : light.inkSoft}">${escapeHtml(text)}</a>`;

/** The URL is repeated below the button, for people who can't or don't want to click it. */
const button = ({ label, url }: { label: string; url: string }): string =>
  `<table ${table} style="margin:8px 0 16px"><tr><td class="button"><a href="${escapeHtml(url)}" style="display:inline-block;padding:11px 18px;background:${light.accent};border:1px solid ${light.accent};border-radius:8px;color:${light.accentInk};font-size:15px;font-weight:600;line-height:20px;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="margin:0;color:${light.inkSoft};font-size:13px;line-height:18px;word-break:break-all">${escapeHtml(url)}</p>`;
