import { type DocumentKind } from "../kinds.ts";

const nameMax = 150;

/** A file's name as it is kept and shown: its last part, without control and direction marks, cut to 150 characters. */
export function cleanName(sent: string, kind: DocumentKind): string {
  const last = sent.split(/[/\\]/).at(-1) ?? "";
  const stem = last
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, "")
    .replace(/\.[a-z]{3,4}$/i, "")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const cut = Array.from(stem).slice(0, nameMax).join("").trim();
  return `${cut === "" ? "document" : cut}.${kind}`;
}
