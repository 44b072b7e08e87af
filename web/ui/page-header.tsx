import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  /** One line about the page. */
  description?: ReactNode;
  /** The primary action on the right; below the title on phones. */
  action?: ReactNode;
}

/** Title, one line, primary action; also sets the title of the browser's tab. */
export function PageHeader({ title, description, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <title>{`${title} · Property Management Portal`}</title>
      <div className="min-w-0">
        <h1 className="text-2xl">{title}</h1>
        {description != null && <p className="mt-1 max-w-[70ch] text-ink-soft">{description}</p>}
      </div>
      {action != null && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">{action}</div>
      )}
    </header>
  );
}
