import { type ReactNode, useState } from "react";
import { ChevronRight } from "#web/icons.ts";

interface DisclosureProps {
  title: string;
  /** Whether it's open until the user opens or closes it. */
  isInitiallyOpen: boolean;
  /** Opens it and keeps it open, for example for an error inside. */
  mustBeOpen: boolean;
  children: ReactNode;
}

/** Fields that few people need, behind a line that opens them. */
export function Disclosure({ title, isInitiallyOpen, mustBeOpen, children }: DisclosureProps) {
  const [userOpened, setUserOpened] = useState<boolean>();
  const isOpenNow = mustBeOpen || (userOpened ?? isInitiallyOpen);
  return (
    <details open={isOpenNow} className="group">
      <summary
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-sm font-medium text-ink-soft hover:text-ink sm:min-h-8 [&::-webkit-details-marker]:hidden"
        onClick={(event) => {
          event.preventDefault();
          setUserOpened(!isOpenNow);
        }}
      >
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
        {title}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
