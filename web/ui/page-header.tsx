import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  /** The title of the tab, where the page shows something more particular than its own title. */
  tab?: string | undefined;
  /** One line about the page. */
  description?: ReactNode;
  /** The primary action on the right. */
  action?: ReactNode;
}

/** Title, one line, primary action; also sets the title of the browser's tab. */
export function PageHeader({ title, tab = title, description, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 max-sm:mb-3 max-sm:items-center max-sm:gap-y-2">
      <title>{`${tab} · Property Management Portal`}</title>
      <div className="min-w-0 max-sm:contents">
        <h1 className="text-2xl">{title}</h1>
        {description != null && (
          <p className="mt-1 max-w-[70ch] text-ink-soft max-sm:order-last max-sm:mt-0 max-sm:basis-full">
            {description}
          </p>
        )}
      </div>
      {action != null && <div className="flex flex-wrap gap-2 print:hidden">{action}</div>}
    </header>
  );
}
