import { type ReactNode, useState } from "react";
import { ChevronRight } from "#web/icons.ts";

interface DisclosureProps {
  title: string;
  /** Whether it's open until the user opens or closes it. */
  isOpen: boolean;
  /** Opens it and keeps it open, for example for an error inside. */
  mustShow: boolean;
  children: ReactNode;
}

/** Fields that few people need, behind a line that opens them. */
export function Disclosure({ title, isOpen, mustShow, children }: DisclosureProps) {
  const [userOpened, setUserOpened] = useState<boolean>();
  const open = mustShow || (userOpened ?? isOpen);
  return (
    <details open={open} className="group">
      <summary
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-sm font-medium text-ink-soft hover:text-ink sm:min-h-8 [&::-webkit-details-marker]:hidden"
        onClick={(event) => {
          event.preventDefault();
          setUserOpened(!open);
        }}
      >
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
        {title}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
