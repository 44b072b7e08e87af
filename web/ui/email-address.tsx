import { classes } from "#web/ui/classes.ts";

/** A long address is broken before the @ or the last dot, if that is enough. */
export function EmailAddress({ email }: { email: string }) {
  const [at, dot] = [email.indexOf("@"), email.lastIndexOf(".")];
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at, dot)}
      <wbr />
      {email.slice(dot)}
    </>
  );
}

/** @param isQuiet below a name that stands out more */
export const EmailLink = ({ email, isQuiet = false }: { email: string; isQuiet?: boolean }) => (
  <a
    href={`mailto:${email}`}
    className={classes(
      "break-words hover:underline",
      isQuiet ? "text-ink-soft text-sm" : "thumb text-accent-text",
    )}
  >
    <EmailAddress email={email} />
  </a>
);
