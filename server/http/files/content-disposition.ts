/**
 * Returns the header that makes the browser save the response as `name` (RFC 6266), with an ASCII form for
 * old programs.
 */
export function formatAttachment(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^ -~]|["\\%]/gu, "_");
  // encodeURIComponent leaves some characters unescaped that RFC 8187 doesn't allow.
  const encodedName = encodeURIComponent(name.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodedName}`;
}
