import { classes } from "#web/ui/classes.ts";

/** An email address. If it's too long for a line, it breaks before the @ or the last dot. */
export function EmailAddress({ email }: { email: string }) {
  const atIndex = email.lastIndexOf("@");
  const dotIndex = Math.max(atIndex, email.lastIndexOf("."));
  return (
    <>
      {email.slice(0, atIndex)}
      <wbr />
      {email.slice(atIndex, dotIndex)}
      <wbr />
      {email.slice(dotIndex)}
    </>
  );
}

/** Returns a link that writes to an address, with characters encoded that are special in links. */
export const toEmailLink = (email: string): string =>
  `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;

/** @param isQuiet for an address below a more prominent name */
export const EmailLink = ({ email, isQuiet = false }: { email: string; isQuiet?: boolean }) => (
  <a
    href={toEmailLink(email)}
    className={classes(
      "break-words hover:underline",
      "thumb",
      isQuiet ? "text-ink-soft text-sm" : "text-accent-text",
    )}
  >
    <EmailAddress email={email} />
  </a>
);
