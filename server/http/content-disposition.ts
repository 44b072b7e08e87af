/**
 * Tells the browser to keep the response under `name` (RFC 6266): in plain letters for old programs, and as it is written for
 * all others.
 */
export function attachmentNamed(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^ -~]|["\\%]/gu, "_");
  // What RFC 8187 takes beyond letters and digits is less than what encodeURIComponent leaves as it is.
  const exact = encodeURIComponent(name.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
