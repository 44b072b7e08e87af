import { Link } from "wouter";
import { ChevronLeft } from "#web/icons.ts";

/** The link to the parent of a page, above its title. */
export function BackTo({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="thumb -ml-1 mb-3 inline-flex min-h-8 max-w-full items-center gap-1 rounded-sm pr-2 text-ink-soft hover:text-ink hover:underline print:hidden"
    >
      <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{children}</span>
    </Link>
  );
}
