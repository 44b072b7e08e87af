/** REG-07: the part of the address before the @, without characters a username must not have, at least three characters long. */
export function usernameFrom(email: string): string {
  const name = (email.split("@")[0] ?? "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, "")
    .slice(0, 50);
  return name.length >= 3 ? name : `${name}user`;
}
