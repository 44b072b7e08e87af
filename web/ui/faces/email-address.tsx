import { classes } from "#web/ui/classes.ts";

/** An email address. A long one breaks before the @ or the last dot, if that's enough. */
export function EmailAddress({ email }: { email: string }) {
  const atIndex = email.lastIndexOf("@");
  const dot = Math.max(atIndex, email.lastIndexOf("."));
  return (
    <>
      {email.slice(0, atIndex)}
      <wbr />
      {email.slice(atIndex, dot)}
      <wbr />
      {email.slice(dot)}
    </>
  );
}

/** The link that writes to an address, which can contain characters with a meaning in links. */
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
