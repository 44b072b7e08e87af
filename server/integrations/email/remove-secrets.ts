import { escapeHtml } from "#shared/escape-html.ts";
import type { EmailsTable } from "../../db/tables.ts";

type EmailTexts = Pick<EmailsTable, "text_body" | "html_body" | "one_time_link" | "one_time_code">;

/** Returns the texts of an email without its one-time link and code. */
export function removeSecrets({
  one_time_link: link,
  one_time_code: code,
  text_body,
  html_body,
}: EmailTexts) {
  let text = text_body;
  let html = html_body;
  if (link !== null) {
    const inHtml = escapeHtml(link);
    text = text.replaceAll(link, "(link removed)");
    html = html.replaceAll(` href="${inHtml}"`, "").replaceAll(inHtml, "(link removed)");
  }
  if (code !== null) {
    text = text.replaceAll(code, "(code removed)");
    html = html.replaceAll(code, "(code removed)");
  }
  return { text_body: text, html_body: html };
}
