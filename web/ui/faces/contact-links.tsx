import type { ReactNode } from "react";
import { foldText } from "#shared/fold-text.ts";
import { Mail, Phone } from "#web/icons.ts";
import { toEmailLink } from "./email-address.tsx";

/** Returns a link that calls a phone number in any notation, with its extension. */
export function toPhoneLink(phone: string): string {
  const [, number = "", extension] =
    /^(.*?)(?:(?:extension|ext\.?|x|#|;ext=)\s*(\d+))?\s*$/.exec(foldText(phone)) ?? [];
  // `+44 (0)20` is dialed as +4420.
  const dialed = number.replace(/^(\s*\+.*)\(0\)/, "$1").replace(/[^+\d]/g, "");
  return `tel:${dialed}${extension === undefined ? "" : `;ext=${extension}`}`;
}

interface ContactLinksProps {
  name: string;
  phone: string | null;
  email: string | null;
}

/** Links that call and email someone, if the phone number and email address are known. */
export const ContactLinks = ({ name, phone, email }: ContactLinksProps) => (
  <span className="flex print:hidden">
    {phone !== null && <ContactLink href={toPhoneLink(phone)} label={`Call ${name}`} icon={<Phone />} />}
    {email !== null && <ContactLink href={toEmailLink(email)} label={`Email ${name}`} icon={<Mail />} />}
  </span>
);

const ContactLink = ({ href, label, icon }: { href: string; label: string; icon: ReactNode }) => (
  <a
    href={href}
    aria-label={label}
    title={label}
    className="inline-flex h-(--control) min-h-11 min-w-11 items-center justify-center rounded-control hover:bg-hover lg:min-h-0 [&_svg]:size-4.5 max-lg:[&_svg]:size-5"
  >
    <span aria-hidden="true" className="contents">
      {icon}
    </span>
  </a>
);
