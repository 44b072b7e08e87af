import { type ReactNode, useState } from "react";
import { ChevronRight } from "#web/icons.ts";

interface DisclosureProps {
  title: string;
  /** Whether it's open before the user opens or closes it. */
  isInitiallyOpen: boolean;
  /** Keeps it open, for example while it contains an error. */
  mustBeOpen: boolean;
  children: ReactNode;
}

/** Fields that few people need, hidden until the user opens them. */
export function Disclosure({ title, isInitiallyOpen, mustBeOpen, children }: DisclosureProps) {
  const [userOpened, setUserOpened] = useState<boolean>();
  const isOpen = mustBeOpen || (userOpened ?? isInitiallyOpen);
  return (
    <details open={isOpen} className="group">
      <summary
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-sm font-medium text-ink-soft hover:text-ink sm:min-h-8 [&::-webkit-details-marker]:hidden"
        onClick={(event) => {
          event.preventDefault();
          setUserOpened(!isOpen);
        }}
      >
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
        {title}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
