/**
 * Derives a username from the part of the address before the @, dropping characters that usernames can't
 * contain. Always at least three characters long (REG-07).
 */
export function deriveUsername(email: string): string {
  const name = (email.split("@")[0] ?? "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, "")
    .slice(0, 50);
  return name.length >= 3 ? name : `${name}user`;
}
