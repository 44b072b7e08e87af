import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What the user can do about it. */
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` if there's nothing else on the page. */
  titleAs?: "p" | "h1";
}

export function EmptyState({ icon, title, children, action, titleAs: Title = "p" }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {icon != null && (
        <span
          aria-hidden="true"
          className="mb-3 inline-flex size-11 items-center justify-center rounded-full bg-gray-soft text-ink-faint [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <Title className="font-medium text-base leading-5 tracking-normal">{title}</Title>
      {children != null && <p className="mt-1 max-w-[46ch] text-ink-soft">{children}</p>}
      {action != null && <div className="mt-4">{action}</div>}
    </div>
  );
}
