import type { SessionUser } from "#domains/accounts/contract.ts";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { type Action, canEver } from "#shared/permissions.ts";
import { allPageInfo } from "#web/all-page-info.ts";
import type { DescribedPage, PageEntry } from "#web/page.ts";

/** A page in the sidebar or the search. */
export interface PageLink extends Pick<DescribedPage, "title" | "href">, Omit<PageEntry, "needs"> {
  permission: Action;
}

const links: readonly PageLink[] = allPageInfo.flatMap(({ title, href, action, entry }) =>
  entry === undefined ? [] : [{ title, href, permission: action, ...entry }],
);

/** Returns the user's links to the pages of a section. */
export const getPageLinks = (user: SessionUser, section: PageLink["place"]): PageLink[] =>
  links.filter(({ place, permission }) => place === section && canEver(user, permission));

/** Returns the user's sidebar without empty sections (ROLE-11 to ROLE-13). */
export const getSidebarSections = (user: SessionUser) =>
  (["Main", "Property Management", "Admin"] as const)
    .map((section) => ({ heading: section === "Main" ? null : section, links: getPageLinks(user, section) }))
    .filter((section) => section.links.length > 0);

/** Whether `path` is the page at `href` or a page below it. */
export function isCurrentPage(href: string, path: string): boolean {
  const current = path.toLowerCase().replace(/\/+$/, "");
  return current === href || current.startsWith(`${href}/`) || (current === "" && href === dashboardPath);
}
