import type { ReactNode } from "react";
import { LitWindow } from "#web/ui/feedback/lit-window.tsx";

interface EmptyStateProps {
  title: string;
  /** What the user can do about it. */
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` if there's nothing else on the page. */
  titleAs?: "p" | "h1";
  /** Whether the list is the page, which then has a drawing. In a section, there's only text. */
  isPage?: boolean;
}

export function EmptyState({
  title,
  children,
  action,
  titleAs: Title = "p",
  isPage = Title === "h1",
}: EmptyStateProps) {
  if (!isPage)
    return (
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-(--inset) py-2.5 text-ink-soft">
        <div className="min-w-0 max-w-[70ch]">
          <Title className="font-medium">{title}</Title>
          {children != null && <p className="text-sm">{children}</p>}
        </div>
        {action}
      </div>
    );
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <LitWindow className="mb-4" />
      <Title className="text-section">{title}</Title>
      {children != null && <p className="mt-1 max-w-[46ch] text-ink-soft">{children}</p>}
      {action != null && <div className="mt-4">{action}</div>}
    </div>
  );
}
