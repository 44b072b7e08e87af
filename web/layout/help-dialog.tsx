import { useQuery } from "@tanstack/react-query";
import { Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { isCurrent, navigationFor } from "#web/layout/visible-navigation.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

const shortcuts: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["/", "Ctrl K"], does: "Search" },
  { keys: ["?"], does: "Open this help" },
  { keys: ["F8"], does: "Go to the message at the bottom right" },
  { keys: ["Esc"], does: "Close what is open" },
  { keys: ["Enter"], does: "Open the chosen row" },
];

/** What the present page is for, the keyboard shortcuts, and whom to ask. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const [path] = useLocation();
  const entries = navigationFor(useUser()).flatMap((section) => section.entries);
  const here = entries.find((entry) => isCurrent(entry, path));
  const support = useQuery(endpointQuery(readConfig, {})).data?.support;
  return (
    <Dialog isOpen onClose={onClose} title="Help" description={null} size="md">
      <div className="space-y-6">
        {here !== undefined && (
          <Part heading={here.label}>
            <p className="max-w-[70ch] text-ink-soft">{here.purpose}</p>
          </Part>
        )}
        <Part heading="Keyboard shortcuts">
          <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-5 gap-y-2">
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="contents">
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
                <dd className="text-ink-soft">{does}</dd>
              </div>
            ))}
          </dl>
        </Part>
        {support !== undefined && (
          <Part heading="Support">
            <ul className="space-y-1">
              {support.email !== "" && (
                <Contact icon={<Mail />} href={`mailto:${support.email}`}>
                  {support.email}
                </Contact>
              )}
              {support.phone !== "" && (
                <Contact icon={<Phone />} href={`tel:${support.phone.replace(/[^+\d]/g, "")}`}>
                  {support.phone}
                </Contact>
              )}
            </ul>
          </Part>
        )}
      </div>
    </Dialog>
  );
}

const Part = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2">{heading}</h3>
    {children}
  </section>
);

const Contact = ({ icon, href, children }: { icon: ReactNode; href: string; children: ReactNode }) => (
  <li>
    <a
      href={href}
      className="inline-flex min-h-(--control-sm) items-center gap-2.5 text-accent-text underline-offset-4 hover:underline [&_svg]:size-4"
    >
      {icon}
      {children}
    </a>
  </li>
);
