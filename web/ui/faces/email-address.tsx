import { classes } from "#web/ui/classes.ts";

/** An email address. A long one breaks before the @ or the last dot, if that's enough. */
export function EmailAddress({ email }: { email: string }) {
  const [atIndex, dot] = [email.indexOf("@"), email.lastIndexOf(".")];
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

/** @param isQuiet for an address below a more prominent name */
export const EmailLink = ({ email, isQuiet = false }: { email: string; isQuiet?: boolean }) => (
  <a
    href={`mailto:${email}`}
    className={classes(
      "break-words hover:underline",
      "thumb",
      isQuiet ? "text-ink-soft text-sm" : "text-accent-text",
    )}
  >
    <EmailAddress email={email} />
  </a>
);
