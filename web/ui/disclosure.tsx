import { type ReactNode, useState } from "react";
import { ChevronRight } from "#web/icons.ts";

interface DisclosureProps {
  title: string;
  /** Whether it is open until the user opens or closes it. */
  isOpen: boolean;
  /** Opens it and keeps it open, e.g. for an error within. */
  mustShow: boolean;
  children: ReactNode;
}

/** Fields that few need: one line with their name, which opens them. */
export function Disclosure({ title, isOpen, mustShow, children }: DisclosureProps) {
  const [chosen, choose] = useState<boolean>();
  const open = mustShow || (chosen ?? isOpen);
  return (
    <details open={open} className="group">
      <summary
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-sm font-medium text-ink-soft hover:text-ink sm:min-h-8 [&::-webkit-details-marker]:hidden"
        onClick={(event) => {
          event.preventDefault();
          choose(!open);
        }}
      >
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
        {title}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
