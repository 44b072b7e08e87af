import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { newWorkOrderPath } from "#domains/work-orders/paths.ts";
import { canEver } from "#shared/permissions.ts";
import { allPageInfo } from "#web/all-page-info.ts";
import { useCurrentRoute } from "#web/all-pages.ts";
import { ClipboardPlus, Mail, Phone } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { toPhoneLink } from "#web/ui/faces/contact-links.tsx";
import { toEmailLink } from "#web/ui/faces/email-address.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

/** The tests press each of these keys. */
const shortcuts: readonly { keys: readonly string[]; description: string }[] = [
  { keys: ["/", "Ctrl K"], description: "Search or start a new item" },
  { keys: ["?"], description: "Open this help" },
  { keys: ["F8"], description: "Go to the message at the bottom of the page" },
  { keys: ["Esc"], description: "Close the open dialog or menu" },
  { keys: ["J", "K"], description: "Go to the next or previous row or card" },
  { keys: ["Enter"], description: "Open the row" },
  { keys: ["X", "Shift A"], description: "Select the row, or all on the page" },
  { keys: ["A"], description: "Assign the selected work orders, or the row's" },
  { keys: ["E"], description: "Edit the row's record" },
];

/** The purpose of the current page, keyboard shortcuts, and support contacts (NAV-31). */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const help = usePageHelp(user);
  const support = useQuery(endpointQuery(readConfig, {})).data?.support;
  const hasContact = support !== undefined && (support.email !== "" || support.phone !== "");
  const canReport = user.role === "tenant" && canEver(user, "work-orders.create");
  return (
    <Dialog isOpen onClose={onClose} title="Help" description={null}>
      <div className="space-y-6">
        {help !== undefined && (
          <Section heading={help.title}>
            <p className="max-w-[70ch] text-ink-soft">{help.description}</p>
            {help.tips.length > 0 && (
              <ul className="mt-2 max-w-[70ch] list-disc space-y-1 pl-5 text-ink-soft marker:text-ink-faint">
                {help.tips.map((tip) => (
                  <li key={tip}>{tip}</li>
                ))}
              </ul>
            )}
          </Section>
        )}
        <Section heading="Keyboard shortcuts" className="[@media(pointer:coarse)]:hidden">
          <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-5 gap-y-2">
            {shortcuts.map(({ keys, description }) => (
              <div key={description} className="contents">
                <dt className="flex gap-1.5">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-[5px] border border-line bg-sunken px-1.5 font-medium font-sans text-xs leading-5"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd className="text-ink-soft">{description}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section heading="Install the app">
          <p className="max-w-[70ch] text-ink-soft">
            In your browser menu, choose Install app or Add to Home Screen (on iPhone, tap Share first). The
            portal then opens like an app, even offline.
          </p>
        </Section>
        {(hasContact || canReport) && (
          <Section heading="Support">
            <ul className="space-y-1">
              {canReport && (
                <li>
                  <Link href={newWorkOrderPath} onClick={onClose} className={contactClasses}>
                    <ClipboardPlus />
                    Something broken? Report it
                  </Link>
                </li>
              )}
              {support !== undefined && support.email !== "" && (
                <Contact icon={<Mail />} href={toEmailLink(support.email)}>
                  {support.email}
                </Contact>
              )}
              {support !== undefined && support.phone !== "" && (
                <Contact icon={<Phone />} href={toPhoneLink(support.phone)}>
                  {support.phone}
                </Contact>
              )}
            </ul>
          </Section>
        )}
      </div>
    </Dialog>
  );
}

/** Returns the help for the current page, with the tips for this user. */
function usePageHelp(user: SessionUser) {
  const page = useCurrentRoute()?.page;
  const info = allPageInfo.find((candidate) => candidate.page === page);
  if (info === undefined || !canEver(user, info.action)) return undefined;
  const tips = (info.tips ?? [])
    .filter(({ permission }) => permission === undefined || canEver(user, permission))
    .filter(({ roles }) => roles === undefined || roles.includes(user.role))
    .map(({ text }) => text);
  return { ...info, tips };
}

const contactClasses =
  "inline-flex min-h-(--control-sm) items-center gap-2.5 text-accent-text underline-offset-4 hover:underline [&_svg]:size-4";

const Section = (props: { heading: string; className?: string; children: ReactNode }) => (
  <section className={props.className}>
    <h3 className="mb-2">{props.heading}</h3>
    {props.children}
  </section>
);

const Contact = ({ icon, href, children }: { icon: ReactNode; href: string; children: ReactNode }) => (
  <li>
    <a href={href} className={contactClasses}>
      {icon}
      {children}
    </a>
  </li>
);
